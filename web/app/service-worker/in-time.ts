// A page from the network, or from the cache where the network takes too long: at a range with one bar, a connection can
// hang for minutes.

/** Longer than a page takes over a slow but working connection. */
export const MAX_WAIT_MS = 3000;

/** The fetched page, or the kept one if that has not come in time or fails. Without a kept page, waits for the network. */
export function inTime(fetched: Promise<Response>, kept: Promise<Response | undefined>): Promise<Response> {
  const answer = fetched.catch(async (error: unknown) => {
    const page = await kept;
    if (page) return page;
    throw error;
  });
  const timeout = new Promise((resolve) => {
    setTimeout(resolve, MAX_WAIT_MS);
  });
  return Promise.race([answer, timeout.then(async () => (await kept) ?? answer)]);
}
