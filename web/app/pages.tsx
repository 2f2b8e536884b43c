// The code of the pages that is loaded only when their address is opened. The analysis page comes with the app.
import { type ComponentType, lazy, useState } from 'react';

interface LaterPage<Props> {
  readonly Page: ComponentType<Props>;
  readonly load: () => Promise<void>;
}

/**
 * A page whose code comes later. Once it is there, it is shown at once: `lazy` alone would first show the waiting line, and
 * React keeps that for 300 ms.
 */
function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): LaterPage<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const loadAndKeep = async () => {
    const code = await load();
    Loaded = code.default;
    return code;
  };
  const Lazy = lazy(loadAndKeep) as unknown as ComponentType<Props>;
  function Page(props: Props) {
    // Chosen once: a change from the one to the other would begin the page anew.
    const [Shown] = useState(() => Loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return { Page, load: async () => void (await loadAndKeep()) };
}

const compare = later(() => import('#web/pages/compare/compare-page.tsx'));
const howToUse = later(() => import('#web/pages/how-to-use/how-to-use-page.tsx'));
const admin = later(() => import('#web/pages/admin/admin-page.tsx'));
const adminLogin = later(() => import('#web/pages/admin-login/admin-login-page.tsx'));
const signUp = later(() => import('#web/pages/sign-up/sign-up-page.tsx'));
const unavailable = later(() => import('#web/pages/unavailable/unavailable-page.tsx'));

export const ComparePage = compare.Page;
export const HowToUsePage = howToUse.Page;
export const AdminPage = admin.Page;
export const AdminLoginPage = adminLogin.Page;
export const SignUpPage = signUp.Page;
export const UnavailablePage = unavailable.Page;

/** What an address shows, and what it may lead on to. */
const CODE: Readonly<Record<string, readonly Pick<LaterPage<never>, 'load'>[]>> = {
  '/compare': [compare],
  '/how-to-use': [howToUse],
  '/admin': [admin, adminLogin],
  '/admin-login': [adminLogin],
  '/signup': [signUp],
  '/account': [unavailable],
  '/login': [unavailable],
};

/** Loads the code of an address's page before it is shown. A failure is the page's own to tell. */
export async function preloadPage(path: string): Promise<void> {
  const address = path.toLowerCase().replace(/(?<=.)\/$/, '');
  await Promise.all((CODE[address] ?? []).map(({ load }) => load().catch(() => undefined)));
}
