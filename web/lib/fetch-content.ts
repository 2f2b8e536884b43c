/** The content of a file of this site. Throws when it is missing. */
export async function fetchContent(address: string, signal: AbortSignal | null = null): Promise<Blob> {
  const response = await fetch(address, { signal, credentials: 'include' });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return response.blob();
}
