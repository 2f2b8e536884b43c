// The video of a golfer of the library as a file: fetched once while the page lives, so that a merged video can be made of it
// without a connection.

const fetched = new Map<string, Promise<Blob>>();

/** What is at the address of a golfer's video. Rejects when it does not come; the next call then tries again. */
export function golferVideo(address: string): Promise<Blob> {
  const known = fetched.get(address);
  if (known) return known;
  const fetching = fetchVideo(address);
  fetched.set(address, fetching);
  fetching.catch(() => fetched.delete(address));
  return fetching;
}

async function fetchVideo(address: string): Promise<Blob> {
  const response = await fetch(address, { credentials: 'include' });
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
  return response.blob();
}
