// Bundles the server, because loading a thousand small modules takes longer than everything else at a start. A bundle is a
// folder named by the hash of its sources, so that programs that build it at the same time do not disturb each other.
// Plain JavaScript: `builtServer` also runs on the machine's own Node (20 or newer).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pinnedNode, root } from './prepare.mjs';

const DIST = path.join(root, 'dist');
const SOURCES = ['server', 'domain', 'contract', 'package-lock.json', 'scripts/build-server.mjs'];
/** Packages that load files from their folder. */
const NOT_BUNDLED = ['@node-rs/argon2', '@fastify/swagger-ui'];
/** Packages that only sites with several processes load. */
const SHARED_ONLY = ['pg', 'pg-boss', '@aws-sdk/client-s3', '@aws-sdk/lib-storage'];
const DRAFT = 'server-draft-';
/** Older bundles are removed when they are a day old. */
const KEPT_MS = 86_400_000;

/**
 * The path of the bundled server, which is built unless there is one of the same sources, and the folder of its compiled
 * code: Node fills that, and a start with it takes half as long.
 */
export function builtServer() {
  const folder = path.join(DIST, `server-${hashOf(SOURCES)}`);
  if (!existsSync(folder)) {
    const built = spawnSync(pinnedNode(), [path.join(root, 'scripts/build-server.mjs'), folder], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (built.status !== 0) throw new Error('The server could not be built; see the output above.');
  }
  return { program: path.join(folder, 'main.js'), compileCache: path.join(folder, 'compiled') };
}

function hashOf(names) {
  const hash = createHash('sha256');
  const add = (name) => {
    const full = path.join(root, name);
    const children = /\.\w+$/.test(name) ? null : readdirSync(full).sort();
    if (children) for (const child of children) add(path.join(name, child));
    else if (!name.endsWith('.test.ts')) hash.update(name).update(readFileSync(full));
  };
  for (const name of names) add(name);
  return hash.digest('hex').slice(0, 16);
}

async function build(folder) {
  const { build: viteBuild, minifySync } = await import('vite');
  mkdirSync(DIST, { recursive: true });
  const draft = mkdtempSync(path.join(DIST, DRAFT));
  await viteBuild({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [sourcePaths(folder), smallText(minifySync)],
    ssr: { noExternal: true, external: [...NOT_BUNDLED, ...SHARED_ONLY] },
    build: {
      outDir: draft,
      ssr: 'server/main.ts',
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' } },
    },
  });
  // The service may run as a different user from the one who built it.
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another process has built the same.
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  // A running server may load parts of its bundle later.
  for (const name of readdirSync(DIST).filter((each) => each.startsWith('server-'))) {
    const other = path.join(DIST, name);
    const age = Date.now() - (statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (other !== folder && age > KEPT_MS) rmSync(other, { recursive: true, force: true });
  }
}

/** Lets the bundle find what lies beside the sources: `import.meta` names the folder of the source, not of the bundle. */
function sourcePaths(folder) {
  return {
    name: 'source-paths',
    transform(code, id) {
      if (!id.startsWith(path.join(root, 'server'))) return null;
      const source = path.relative(folder, id).split(path.sep).join('/');
      const url = `new URL(${JSON.stringify(source)}, import.meta.url).href`;
      const dirname = `(import.meta.dirname + ${JSON.stringify(`/${path.posix.dirname(source)}`)})`;
      return {
        code: code.replaceAll('import.meta.url', url).replaceAll('import.meta.dirname', dirname),
        map: null,
      };
    },
  };
}

/**
 * Removes comments except licenses and escapes characters outside ASCII. Node keeps a program's text in memory, and
 * needs two bytes per character as soon as one is not ASCII. Lines and names stay unchanged for stack traces.
 */
function smallText(minifySync) {
  const codegen = { removeWhitespace: false, legalComments: 'inline', normalComments: false, jsdocComments: false };
  return {
    name: 'small-text',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle).filter(({ type }) => type === 'chunk')) {
        const { code } = minifySync(chunk.fileName, chunk.code, {
          module: true,
          compress: false,
          mangle: false,
          codegen,
        });
        chunk.code = code.replace(/[\u0080-\uffff]/g, escaped);
      }
    },
  };
}

/** One UTF-16 unit; two of them make a letter outside the basic plane in strings, templates and expressions alike. */
function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await build(process.argv[2]);
