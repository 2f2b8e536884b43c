// A page of its own for who opens a mail's link: it needs no script and works in every browser.
import type { FastifyReply } from 'fastify';

/** The contents of a page. Fixed texts only: nothing is escaped, so nothing of a request may be inserted. */
export interface PlainPage {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly link?: { readonly href: string; readonly text: string };
  /** A button that posts to the page's own address. */
  readonly button?: string;
}

export function sendPlainPage(reply: FastifyReply, { status, title, text, link, button }: PlainPage): FastifyReply {
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
  button { font: inherit; padding: 0.6rem 1.2rem }
</style>
<main>
  <h1>${title}</h1>
  <p>${text}</p>
  ${button ? `<form method="post" enctype="multipart/form-data"><button>${button}</button></form>` : ''}
  ${link ? `<a href="${link.href}">${link.text}</a>` : ''}
</main>
</html>
`;
  return reply
    .status(status)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .send(html);
}
