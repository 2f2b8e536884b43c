// The page of each screen. The analysis page is part of the app; the others are loaded when their address is opened.
import type { ComponentType, ReactNode } from 'react';
import { type ScreenName, screenAt } from '#contract/screens.ts';
import { type LaterPart, laterPart } from '#web/lib/hydrates-later.tsx';
import { AnalysisPage } from '#web/pages/analysis/analysis-page.tsx';

interface LazyPage<Props> extends LaterPart<Props> {
  /** The name of its folder and module: pages/<name>/<name>-page.tsx. */
  readonly name: string;
}

function lazyPage<Props extends object>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPage<Props> {
  return { name, ...laterPart(load) };
}

const adminLogin = lazyPage('admin-login', () => import('#web/pages/admin-login/admin-login-page.tsx'));
const unavailable = lazyPage('unavailable', () => import('#web/pages/unavailable/unavailable-page.tsx'));

interface ScreenPage {
  readonly element: ReactNode;
  /** The code of the screen, and that of the screen it may redirect to. */
  readonly code: readonly Pick<LazyPage<never>, 'name' | 'load'>[];
}

function screen(page: LazyPage<object>, ...redirects: ScreenPage['code']): ScreenPage {
  return { element: <page.Part />, code: [page, ...redirects] };
}

export const PAGES: Readonly<Record<ScreenName, ScreenPage>> = {
  home: { element: <AnalysisPage />, code: [] },
  compare: screen(lazyPage('compare', () => import('#web/pages/compare/compare-page.tsx'))),
  range: screen(lazyPage('range', () => import('#web/pages/range/range-page.tsx'))),
  'how-to-use': screen(lazyPage('how-to-use', () => import('#web/pages/how-to-use/how-to-use-page.tsx'))),
  'my-swings': screen(lazyPage('my-swings', () => import('#web/pages/my-swings/my-swings-page.tsx'))),
  admin: screen(
    lazyPage('admin', () => import('#web/pages/admin/admin-page.tsx')),
    adminLogin,
  ),
  'admin-login': screen(adminLogin),
  signup: screen(lazyPage('sign-up', () => import('#web/pages/sign-up/sign-up-page.tsx'))),
  account: { element: <unavailable.Part page="account" />, code: [unavailable] },
  login: { element: <unavailable.Part page="login" />, code: [unavailable] },
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
