// Renders a page to static HTML during the build.
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { takePrerenderedTitle } from '#web/lib/use-document-title.ts';
import { App } from './app.tsx';
import { pageModules } from './pages.tsx';

/** The HTML of the app at an address, the title of the tab, and the modules of the page's own code. */
export async function renderPage(path: string): Promise<{ html: string; title: string; modules: string[] }> {
  const { prelude } = await prerender(
    <Router ssrPath={path}>
      <App />
    </Router>,
    {
      // Otherwise React sends large parts later through inline scripts, which the security headers refuse.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  const html = await new Response(prelude).text();
  return { html, title: takePrerenderedTitle(), modules: pageModules(path) };
}
