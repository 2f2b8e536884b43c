// The page of each screen. The analysis page is part of the app; the others are loaded when their address is opened.
import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { type ScreenName, screenAt } from '#contract/screens.ts';
import { AnalysisPage } from '#web/pages/analysis/analysis-page.tsx';

interface LazyPage<Props> {
  /** The name of its folder and module: pages/<name>/<name>-page.tsx. */
  readonly name: string;
  readonly Page: ComponentType<Props>;
  readonly load: () => Promise<void>;
}

/**
 * A page whose code is loaded later. Once loaded it renders immediately: `lazy` alone would show the fallback first,
 * and React keeps that for 300 ms.
 */
function lazyPage<Props extends object>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPage<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const loadAndKeep = async () => {
    const code = await load();
    Loaded = code.default;
    return code;
  };
  const Lazy = lazy(loadAndKeep) as unknown as ComponentType<Props>;
  function Page(props: Props) {
    // Chosen once: a switch between the two would remount the page.
    const [Shown] = useState(() => Loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return { name, Page, load: async () => void (await loadAndKeep()) };
}

const compare = lazyPage('compare', () => import('#web/pages/compare/compare-page.tsx'));
const range = lazyPage('range', () => import('#web/pages/range/range-page.tsx'));
const howToUse = lazyPage('how-to-use', () => import('#web/pages/how-to-use/how-to-use-page.tsx'));
const mySwings = lazyPage('my-swings', () => import('#web/pages/my-swings/my-swings-page.tsx'));
const admin = lazyPage('admin', () => import('#web/pages/admin/admin-page.tsx'));
const adminLogin = lazyPage('admin-login', () => import('#web/pages/admin-login/admin-login-page.tsx'));
const signUp = lazyPage('sign-up', () => import('#web/pages/sign-up/sign-up-page.tsx'));
const unavailable = lazyPage('unavailable', () => import('#web/pages/unavailable/unavailable-page.tsx'));

interface ScreenPage {
  readonly element: ReactNode;
  /** The code of the screen, and that of the screen it may redirect to. */
  readonly code: readonly Pick<LazyPage<never>, 'name' | 'load'>[];
}

export const PAGES: Readonly<Record<ScreenName, ScreenPage>> = {
  home: { element: <AnalysisPage />, code: [] },
  compare: { element: <compare.Page />, code: [compare] },
  range: { element: <range.Page />, code: [range] },
  'how-to-use': { element: <howToUse.Page />, code: [howToUse] },
  'my-swings': { element: <mySwings.Page />, code: [mySwings] },
  admin: { element: <admin.Page />, code: [admin, adminLogin] },
  'admin-login': { element: <adminLogin.Page />, code: [adminLogin] },
  signup: { element: <signUp.Page />, code: [signUp] },
  account: { element: <unavailable.Page page="account" />, code: [unavailable] },
  login: { element: <unavailable.Page page="login" />, code: [unavailable] },
};

function codeAt(path: string): ScreenPage['code'] {
  const screen = screenAt(path);
  return screen ? PAGES[screen].code : [];
}

/** Loads the code of the page at a path before it is shown. The page itself reports a failure. */
export async function preloadPage(path: string): Promise<void> {
  await Promise.all(codeAt(path).map(({ load }) => load().catch(() => undefined)));
}

/** The modules of that code, below web/: the build names their files in the page. */
export function pageModules(path: string): string[] {
  return codeAt(path).map(({ name }) => `pages/${name}/${name}-page.tsx`);
}
