// The page of each screen. The analysis page is part of the app; the others are loaded when their address is opened.
import type { ComponentType, ReactNode } from 'react';
import { type ScreenName, screenAt } from '#contract/screens.ts';
import { AnalysisPage } from '#web/analysis/analysis-page.tsx';
import { type LaterPart, laterPart } from '#web/lib/hydrates-later.tsx';

interface LazyPage<Props> extends LaterPart<Props> {
  /** Its module, below web/. */
  readonly module: string;
}

function lazyPage<Props extends object>(
  module: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPage<Props> {
  return { module, ...laterPart(load) };
}

const adminLogin = lazyPage('account/admin-login-page.tsx', () => import('#web/account/admin-login-page.tsx'));
const unavailable = lazyPage(
  'app/unavailable/unavailable-page.tsx',
  () => import('#web/app/unavailable/unavailable-page.tsx'),
);

interface ScreenPage {
  readonly element: ReactNode;
  /** The code of the screen, and that of the screen it may redirect to. */
  readonly code: readonly Pick<LazyPage<never>, 'module' | 'load'>[];
}

function screen(page: LazyPage<object>, ...redirects: ScreenPage['code']): ScreenPage {
  return { element: <page.Part />, code: [page, ...redirects] };
}

export const PAGES: Readonly<Record<ScreenName, ScreenPage>> = {
  home: { element: <AnalysisPage />, code: [] },
  compare: screen(lazyPage('compare/compare-page.tsx', () => import('#web/compare/compare-page.tsx'))),
  range: screen(lazyPage('range/range-page.tsx', () => import('#web/range/range-page.tsx'))),
  'how-to-use': screen(
    lazyPage('app/how-to-use/how-to-use-page.tsx', () => import('#web/app/how-to-use/how-to-use-page.tsx')),
  ),
  'my-swings': screen(lazyPage('my-swings/my-swings-page.tsx', () => import('#web/my-swings/my-swings-page.tsx'))),
  check: screen(lazyPage('check/check-page.tsx', () => import('#web/check/check-page.tsx'))),
  admin: screen(
    lazyPage('library/admin/admin-page.tsx', () => import('#web/library/admin/admin-page.tsx')),
    adminLogin,
  ),
  'admin-login': screen(adminLogin),
  signup: screen(lazyPage('account/sign-up-page.tsx', () => import('#web/account/sign-up-page.tsx'))),
  share: screen(lazyPage('share/share-page.tsx', () => import('#web/share/share-page.tsx'))),
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
  return codeAt(path).map(({ module }) => module);
}
