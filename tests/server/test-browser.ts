// An HTTP client that behaves like a browser: it keeps cookies per host and follows redirects only on request.

/** One browser's cookies and requests. */
export class TestBrowser {
  readonly #home: string;
  readonly #cookies = new Map<string, Map<string, string>>();
  /** Every Set-Cookie header that was received. */
  readonly setCookies: string[] = [];

  /** `home`: the origin for addresses that begin with a slash. */
  constructor(home: string) {
    this.#home = home;
  }

  async fetch(address: string | URL, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    const url = new URL(address, this.#home);
    const jar = this.#jar(url);
    const headers = new Headers(init.headers);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie && !headers.has('cookie')) headers.set('cookie', cookie);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      this.setCookies.push(line);
      const [pair = '', ...flags] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const isOver = flags.some((flag) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(flag));
      if (isOver) jar.delete(name);
      else jar.set(name, pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    return this.fetch(path, { ...init, body: JSON.stringify(body) });
  }

  async json(path: string): Promise<unknown> {
    return (await this.fetch(path)).json();
  }

  /** Opens an address and follows redirects; returns the last response and its address. */
  async open(address: string | URL, maxRedirects = 15): Promise<{ response: Response; url: URL }> {
    let url = new URL(address, this.#home);
    for (let hop = 0; ; hop++) {
      const response = await this.fetch(url, { headers: { accept: 'text/html', 'sec-fetch-dest': 'document' } });
      const location = response.headers.get('location');
      if (location === null || hop >= maxRedirects) return { response, url };
      await response.body?.cancel();
      url = new URL(location, url);
    }
  }

  cookie(name: string): string | undefined {
    return this.#jar(new URL(this.#home)).get(name);
  }

  setCookie(name: string, value: string): void {
    this.#jar(new URL(this.#home)).set(name, value);
  }

  #jar(url: URL): Map<string, string> {
    const jar = this.#cookies.get(url.host) ?? new Map<string, string>();
    this.#cookies.set(url.host, jar);
    return jar;
  }
}
