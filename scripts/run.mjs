// The commands of package.json: `node scripts/run.mjs COMMAND …` installs what is missing, then runs the command under the pinned
// Node. Plain JavaScript: it runs on the machine's own Node (20 or newer).
import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import path from 'node:path';
import { builtServer } from './build-server.mjs';
import { findChromium, hasFirefox, hasWebKit } from './find-engines.mjs';
import { fetchPostgres, findPostgres, hasCeph } from './find-stores.mjs';
import {
  buildPages,
  hasBareSystemTools,
  hasBubblewrap,
  hasProxies,
  hasSystemd,
  installBareSystemTools,
  installBubblewrap,
  installChromium,
  installDeployment,
  installFfmpeg,
  installPackages,
  installS3Store,
  pinnedNode,
  prepareTests,
  resolvedPaths,
  root,
  runUnderPinnedNode,
} from './prepare.mjs';
import { serve, serverLaunch } from './serve.mjs';
import { stop } from './system-packages.mjs';
import { fetchOldReleases, fetchOtherChromiums } from './whole-downloads.mjs';

const [command, ...args] = process.argv.slice(2);

/** npm keeps its cache in the home folder and ends where an account has none. */
try {
  homedir();
} catch {
  process.env.HOME = path.join(root, '.cache');
}

/** Each command returns its exit code, except `start`, which keeps running. */
const COMMANDS = {
  /** Builds the pages and serves the site. A second start takes seconds. */
  start() {
    setUp();
    serve();
  },

  /** Serves the site from its sources, with hot reload. */
  dev() {
    installFfmpeg();
    installPackages();
    return runUnderPinnedNode(['scripts/dev.ts']);
  },

  /** Installs and builds what `start` would, for a service that may not write here. */
  setup: setUp,

  /** Brings the database to this version and fills the library, once, before a site's processes start or are replaced. */
  migrate: commandServer,

  /** `EMAIL`: deletes an account. */
  'delete-account': commandServer,

  integrity: operate,
  backup: operate,
  move: operate,

  /** `[step …]`: the checks alone, without installing anything. */
  check: () => runUnderPinnedNode(['scripts/check.ts', ...args]),

  /** `[step …]`: every check of the first tier. */
  test() {
    prepareTests();
    return runUnderPinnedNode(['scripts/check.ts', '--set-up', ...args]);
  },

  /** `[commit]`: the quick tests that the changes since a commit touch; by default those that are not committed. */
  'test:changed'() {
    installPackages({ withStudio: true });
    const quick = ['--project', 'unit', '--project', 'web', '--passWithNoTests'];
    return runUnderPinnedNode(['scripts/check.ts', 'tests', '--', ...quick, '--changed', ...args]);
  },

  /** `[test file …]`: the tests in Chromium, Firefox and WebKit at full length. ENGINE=firefox,webkit chooses engines. */
  'test:browsers'() {
    prepareTests({ withEngines: true });
    return runAtFullLength(args.length > 0 ? args : ['tests/browsers']);
  },

  /** `[test file …]`: every test at full length, and npm audit. Takes hours on two cores; SEED=… repeats a run. */
  'test:campaign'() {
    prepareTests({ withEngines: true });
    installS3Store();
    return runAtFullLength(args) || auditPackages();
  },

  /**
   * `[part …]`: the second tier of CI. Everything is downloaded before the first test, so that a registry that fails cannot fail
   * a test. Needs root on Debian 12.
   */
  'test:whole'() {
    prepareTests({ withEngines: true });
    installS3Store();
    installBareSystemTools();
    installDeployment();
    fetchPostgres();
    fetchOldReleases();
    const needed = {
      bubblewrap: hasBubblewrap(),
      'Firefox ESR': hasFirefox(),
      WebKitGTK: hasWebKit(),
      Ceph: hasCeph(),
      mmdebstrap: hasBareSystemTools(),
      PostgreSQL: findPostgres() !== null,
      'Caddy and nginx': hasProxies(),
      systemd: hasSystemd(),
    };
    const missing = Object.keys(needed).filter((name) => !needed[name]);
    if (missing.length > 0) stop(`NO DOWNLOAD: ${missing.join(', ')} could not be installed; see the output above.`);
    const [oldest = '', release = ''] = fetchOtherChromiums();
    buildPages();
    builtServer();
    const env = { TIER: 'whole', OLDEST_CHROMIUM: oldest, RELEASE_CHROMIUM: release };
    return runUnderPinnedNode(['scripts/whole.ts', ...args], env);
  },

  /** `[test file …]`: what a new user and an operator do, each on a bare Debian. Needs root and the network. */
  'test:bare'() {
    installPackages({ withStudio: true });
    installFfmpeg();
    installBareSystemTools();
    fetchPostgres();
    installS3Store();
    builtServer();
    return runUnderPinnedNode(['node_modules/vitest/vitest.mjs', 'run', '--project', 'bare', ...args], {
      TIER: 'whole',
    });
  },

  /** `FOLDER …` and the options of evaluate-body.ts. */
  'evaluate:body': () => evaluate('tools/evaluate/body/evaluate-body.ts', { withStudio: true }),

  /** `FOLDER …` and the options of evaluate-moments.ts. */
  'evaluate:moments': () => evaluate('tools/evaluate/moments/evaluate-moments.ts', { withStudio: false }),

  /** Renders the reference swings again and writes their golfers' bodies; with `--bodies` only the latter. */
  content() {
    installPackages({ withStudio: true });
    installFfmpeg();
    installChromium();
    // The studio is a package of its own and cannot import the search for Chromium.
    process.env.CHROMIUM_PATH ??= findChromium() ?? '';
    const failed = args.includes('--bodies') ? 0 : runUnderPinnedNode(['content/studio/make.ts', ...args]);
    return failed || runUnderPinnedNode(['tools/evaluate/body/studio-bodies.ts', ...args]);
  },
};

/** A command that the server's program has itself. */
function commandServer() {
  const { args: launch, env } = serverLaunch();
  return spawnSync(pinnedNode(), [...launch, command, ...args], { cwd: root, stdio: 'inherit', env }).status ?? 1;
}

function setUp() {
  // First, so that nothing is left half done if ffmpeg may not be installed.
  installFfmpeg();
  const isFirstStart = installPackages();
  // Later starts may have no network, and should not wait for one.
  if (isFirstStart) installBubblewrap();
  buildPages();
}

/** The operator's script of the command's name. */
function operate() {
  const nodeOptions = ['--disable-warning=ExperimentalWarning', '--env-file-if-exists=.env'];
  return runUnderPinnedNode([...nodeOptions, `scripts/${command}.ts`, ...args]);
}

function evaluate(script, { withStudio }) {
  installPackages({ withStudio });
  installFfmpeg();
  installChromium();
  return runUnderPinnedNode([script, ...resolvedPaths(args)]);
}

function runAtFullLength(files) {
  return runUnderPinnedNode(['scripts/check.ts', '--set-up', 'tests', '--', ...files], { CAMPAIGN: '1' });
}

/** Returns 1 when a package has a known high or critical vulnerability. An unreachable registry is not a failure. */
function auditPackages() {
  const audit = ['audit', '--audit-level=high', '--json'];
  const { status, stdout } = spawnSync('npm', audit, { cwd: root, encoding: 'utf8' });
  const isAnswer = stdout.includes('"vulnerabilities"');
  console.log(isAnswer ? stdout : 'npm audit is not available; known vulnerabilities were not checked.');
  return isAnswer && status !== 0 ? 1 : 0;
}

const code = COMMANDS[command]();
if (code !== undefined) process.exit(code);
