// The first script of every page, and a small one: the page is painted already, and nothing may compete with that. It
// keeps what the visitor does meanwhile and fetches the app and the typeface after the first picture. See
// docs/decisions/064.
import { keepEarlyActions } from '#web/app/early-actions.ts';
import typefaceUrl from '#web/app/typeface.css?url';
import { leadsHome } from '#web/app/without-comparison.ts';
import { afterFirstPicture } from './first-picture.ts';
import { fetchPageCode } from './page-code.ts';

if (!leadsHome()) {
  keepEarlyActions();
  void start();
}

async function start(): Promise<void> {
  await afterFirstPicture();
  fetchPageCode();
  void import('#web/main.tsx');
  addTypeface();
}

function addTypeface(): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = typefaceUrl;
  document.head.append(link);
}
