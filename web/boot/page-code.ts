// The page's own code beside the app's: the build has named it in the page, so that the one need not wait for the other.

/** Begins to fetch what the page named (web/build/prerender-pages.ts); nothing is run yet. */
export function fetchPageCode(): void {
  const named = document.querySelector<HTMLMetaElement>('meta[name="page-code"]')?.content ?? '';
  for (const file of named.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
}
