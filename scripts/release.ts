// `npm run release -- KEY`: writes what is published of a release into dist/release: the archive of the current commit, the list of
// its packages (CycloneDX), the SHA-256 of both, and a signature of these. KEY is a private key (Ed25519, PEM) that is kept offline:
// `openssl genpkey -algorithm ed25519 -out KEY`, and `openssl pkey -in KEY -pubout` for the public one.
import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const TO = path.join(ROOT, 'dist/release');
/** The list of packages has a few megabytes. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

try {
  release(process.argv[2]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function release(keyFile: string | undefined): void {
  if (!keyFile) throw new Error('Please name the private key: npm run release -- KEY');
  const key = keyIn(keyFile);
  if (output('git', ['status', '--porcelain']).length > 0) {
    throw new Error('The folder has changes that are in no commit. Please commit or remove them.');
  }
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const name = `swingmark-${version}`;
  rmSync(TO, { recursive: true, force: true });
  mkdirSync(TO, { recursive: true });
  const write = (file: string, content: Buffer | string) => writeFileSync(path.join(TO, file), content);
  const archive = `${name}.tar.gz`;
  output('git', ['archive', '--format=tar.gz', `--prefix=${name}/`, '-o', path.join(TO, archive), 'HEAD']);
  const parts = `${name}.cdx.json`;
  write(parts, output('npm', ['sbom', '--sbom-format', 'cyclonedx']));
  const sums = [archive, parts].map((file) => `${sha256Of(path.join(TO, file))}  ${file}\n`).join('');
  write('SHA256SUMS', sums);
  write('SHA256SUMS.sig', sign(null, Buffer.from(sums), key));
  console.log(`The release ${version} is in ${TO}. Please publish all four files.`);
}

function keyIn(file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The same remedy.
  }
  throw new Error(
    `${file} is not a private key (Ed25519, PEM, without a passphrase). scripts/release.ts says how to make one.`,
  );
}

function output(program: string, args: readonly string[]): Buffer {
  return execFileSync(program, args, { cwd: ROOT, maxBuffer: MAX_OUTPUT_BYTES, stdio: ['ignore', 'pipe', 'inherit'] });
}

function sha256Of(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
