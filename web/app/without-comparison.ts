// /compare without a comparison: the first script redirects to / at once, and the app shows the specification's toast there.
// Otherwise the visitor would wait for the code of a page that only redirects. Invalid values are left to the page.
import { screenAt } from '#contract/screens.ts';

const NOTE = 'wasRedirectedFromCompare';

export function redirectsHome(): boolean {
  if (screenAt(location.pathname) !== 'compare') return false;
  try {
    if (sessionStorage.getItem('userVideo') !== null) return false;
    sessionStorage.setItem(NOTE, 'true');
  } catch {
    // Without storage the app detects this itself.
    return false;
  }
  location.replace('/');
  return true;
}

/** Whether the visitor was redirected here from /compare; true once. */
export function wasRedirectedFromCompare(): boolean {
  try {
    const came = sessionStorage.getItem(NOTE) !== null;
    sessionStorage.removeItem(NOTE);
    return came;
  } catch {
    return false;
  }
}
