// Small script-free pages for links in mails: a sentence and a link.
import type { FastifyReply } from 'fastify';

/** The contents of a page. Fixed texts only: nothing is escaped, so nothing of a request may be inserted. */
export interface PlainPage {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly link: { readonly href: string; readonly text: string };
}

/** Sends a page. */
export function sendPlainPage(reply: FastifyReply, { status, title, text, link }: PlainPage): FastifyReply {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Swingmark</title>
<style>
  body { margin: 0; min-height: 100svh; display: grid; place-items: center; font: 1.125rem/1.6 system-ui, sans-serif }
  main { max-width: 34rem; padding: 1.5rem }
  h1 { font-size: 1.75rem; line-height: 1.2 }
  a { display: inline-block; padding: 0.6rem 0 }
</style>
<main>
  <h1>${title}</h1>
  <p>${text}</p>
  <a href="${link.href}">${link.text}</a>
</main>
</html>
`;
  return reply
    .status(status)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .send(html);
}
