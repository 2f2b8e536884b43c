// /compare with nothing to compare: its page would only say so and go home. The first script leads home at once, and the
// app says it there, so that nobody waits for a page that is not shown. What is there but unfit is the page's own to refuse.

import { screenAt } from '#contract/screens.ts';

const NOTE = 'cameWithoutComparison';

/** Whether this page is left for `/`, because there is nothing to compare. */
export function leadsHome(): boolean {
  if (screenAt(location.pathname) !== 'compare') return false;
  try {
    if (sessionStorage.getItem('userVideo') !== null) return false;
    sessionStorage.setItem(NOTE, 'true');
  } catch {
    // No storage: the app finds out by itself.
    return false;
  }
  location.replace('/');
  return true;
}

/** Whether the visitor was led here from /compare; true once. */
export function cameWithoutComparison(): boolean {
  try {
    const came = sessionStorage.getItem(NOTE) !== null;
    sessionStorage.removeItem(NOTE);
    return came;
  } catch {
    return false;
  }
}
