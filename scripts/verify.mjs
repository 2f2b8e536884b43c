// `npm run verify -- FILE KEY`: checks that a file of a release is the one that was signed with the private half of this public key
// (Ed25519, PEM). SHA256SUMS and SHA256SUMS.sig lie beside it, as `npm run release` wrote them.
// Plain JavaScript: it runs on the machine's own Node (20 or newer), before anything is installed.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const SUMS = 'SHA256SUMS';

/** Each message is one or more plain sentences: what is wrong, and what to do. */
class Refusal extends Error {}

const [file, keyFile] = process.argv.slice(2);
try {
  if (!file || !keyFile) throw new Refusal('Please name the file and the public key: npm run verify -- FILE KEY');
  const sums = readOrRefuse(path.join(path.dirname(file), SUMS));
  refuseUnsigned(sums, readOrRefuse(path.join(path.dirname(file), `${SUMS}.sig`)), keyIn(keyFile));
  await refuseChanged(file, sums.toString());
  console.log(`${path.basename(file)} is as it was signed.`);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** @param {string} name */
function readOrRefuse(name) {
  try {
    return readFileSync(name);
  } catch {
    throw new Refusal(`${name} cannot be read. Please download it from the same release, into the same folder.`);
  }
}

/** @param {string} name */
function keyIn(name) {
  try {
    const text = readFileSync(name, 'utf8');
    const key = text.includes('PRIVATE KEY') ? null : createPublicKey(text);
    if (key?.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The same remedy.
  }
  throw new Refusal(`${name} is not a public key (Ed25519, PEM). Please name the one that the project has published.`);
}

/** @param {Buffer} sums @param {Buffer} signature @param {import('node:crypto').KeyObject} key */
function refuseUnsigned(sums, signature, key) {
  if (verify(null, sums, key, signature)) return;
  throw new Refusal(
    `${SUMS} was not signed with this key, or it was changed. Do not install this release. Please download it again, and check the key.`,
  );
}

/** @param {string} name @param {string} sums */
async function refuseChanged(name, sums) {
  const own = path.basename(name);
  const line = sums.split('\n').find((each) => each.slice(64) === `  ${own}`);
  if (!line) throw new Refusal(`The release has no file ${own}. Please do not rename what you downloaded.`);
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(name), hash);
  } catch {
    throw new Refusal(`${name} cannot be read. Please check its path.`);
  }
  if (hash.digest('hex') === line.slice(0, 64)) return;
  throw new Refusal(`${own} is not the file that was signed. Do not install it. Please download it again.`);
}
