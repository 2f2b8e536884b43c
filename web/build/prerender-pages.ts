// Build step: writes every screen as static HTML into pages/, so that it is visible before any script runs.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { SCREENS } from '#contract/screens.ts';

/** The page of every address that is no screen. */
const NOT_FOUND = 'not-found';

interface RenderedPage {
  readonly html: string;
  readonly title: string;
  /** The modules of the page's own code, below web/. */
  readonly modules: readonly string[];
}

type RenderPage = (address: string) => Promise<RenderedPage>;

/** Renders the screens once the browser's half is written. */
export function prerenderPages(): Plugin {
  let root = '';
  return {
    name: 'prerender-pages',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved: (config) => {
      root = config.root;
    },
    async writeBundle({ dir = '' }, bundle) {
      const shell = bundle['index.html'];
      if (shell?.type !== 'asset') throw new Error('The build has no index.html');
      const frame = withStyles(String(shell.source), bundle);
      const workspace = join(dir, '..', `.prerender-${process.pid}`);
      await mkdir(join(dir, 'pages'), { recursive: true });
      try {
        const renderPage = await buildRenderer(root, workspace);
        for (const [name, address] of [...Object.entries(SCREENS), [NOT_FOUND, `/${NOT_FOUND}`] as const]) {
          const page = await renderPage(address);
          const code = new Set(page.modules.flatMap((module) => codeOf(bundle, module)));
          await writeFile(join(dir, 'pages', `${name}.html`), withPage(frame, page, [...code]));
        }
      } finally {
        await rm(workspace, { recursive: true, force: true });
      }
    },
  };
}

/** The app for Node. React is not bundled, because two copies of it do not work together. */
async function buildRenderer(root: string, outDir: string): Promise<RenderPage> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'app/prerender-entry.tsx', outDir, emptyOutDir: true, ssrEmitAssets: false, copyPublicDir: false },
    ssr: { noExternal: true, external: ['react', 'react-dom'] },
  });
  const entry = (await import(pathToFileURL(join(outDir, 'prerender-entry.js')).href)) as { renderPage: RenderPage };
  return entry.renderPage;
}

/** Puts the styles into the page, which saves a round trip before the first paint. */
function withStyles(shell: string, bundle: Rolldown.OutputBundle): string {
  return shell.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_, file: string) => {
    const style = bundle[file];
    if (style?.type !== 'asset') throw new Error(`No styles in ${file}`);
    return `<style>${String(style.source)}</style>`;
  });
}

function withPage(frame: string, page: RenderedPage, code: readonly string[]): string {
  // The security headers allow no inline script, and React writes one when part of the page comes late.
  if (page.html.includes('<script')) throw new Error('A prerendered page holds a script');
  // Named, not preloaded: it would compete with the first picture for bandwidth (web/app/boot.ts).
  const named =
    code.length === 0 ? '' : `<meta name="page-code" content="${code.map((file) => `/${file}`).join(' ')}">`;
  return frame
    .replace(/<title>.*<\/title>/, () => `<title>${page.title}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root">${page.html}</div>`)
    .replace('</head>', () => `${named}</head>`);
}

/** The files of a page's code and of everything it imports, without those of the first script. */
function codeOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const withImports = (file: string, found: Set<string>): Set<string> => {
    if (found.has(file)) return found;
    const chunk = chunks.find(({ fileName }) => fileName === file);
    return (chunk?.imports ?? []).reduce((all, imported) => withImports(imported, all), found.add(file));
  };
  const holderOf = (name: string) =>
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${name}`)));
  const [page, entry] = [holderOf(module), holderOf('app/main.tsx')];
  if (!page || !entry) throw new Error(`No code for ${module}`);
  const first = withImports(entry.fileName, new Set());
  return [...withImports(page.fileName, new Set())].filter((file) => !first.has(file));
}
