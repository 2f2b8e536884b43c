// Whether visitors' browsers accept the certificate of the site's address, which the proxy in front of the site has.
import { once } from 'node:events';
import { connect } from 'node:tls';
import type { CertificateProblem } from '#contract/machine.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

const ANSWER_WITHIN_MS = 3_000;
/** Programs that renew certificates do so a month before they end. */
const ENDS_SOON_MS = 14 * 24 * 3600_000;
const CACHE_MS = 10 * 60_000;

/** A check whose outcome is kept for ten minutes. `authorities`: trusted besides the usual ones, for tests. */
export function certificateCheck(
  origin: string | null,
  authorities?: readonly string[],
): () => Promise<CertificateProblem | null> {
  let last: { readonly endedAt: number; readonly outcome: CertificateProblem | null } | null = null;
  return async () => {
    if (origin === null || !origin.startsWith('https:')) return null;
    if (last && steadyNow() - last.endedAt < CACHE_MS) return last.outcome;
    // Not every network lets a machine reach its own public address: what cannot be seen is not named.
    const outcome = await certificateProblem(new URL(origin), authorities).catch(() => null);
    last = { endedAt: steadyNow(), outcome };
    return outcome;
  };
}

async function certificateProblem(
  { hostname, port }: URL,
  authorities?: readonly string[],
): Promise<CertificateProblem | null> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port || 443),
    servername: /[a-z]$/i.test(host) ? host : '',
    rejectUnauthorized: false,
    ...(authorities && { ca: [...authorities] }),
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const endsAt = Date.parse(socket.getPeerCertificate().valid_to);
    const refusal = String(socket.authorizationError ?? '');
    if (endsAt < Date.now()) return 'ended';
    if (/ALTNAME/.test(refusal)) return 'other-name';
    if (refusal !== '') return 'untrusted';
    return endsAt - Date.now() < ENDS_SOON_MS ? 'ends-soon' : null;
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}
