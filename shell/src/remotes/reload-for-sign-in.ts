import { browser, isWithinLimit } from './reload-once.ts';

let leaving = false;

/**
 * "A 401 on any request other than login reloads the page": the session is read again, and users without one
 * are redirected to sign in. Reloads once per page, as several requests may fail together, and three times in
 * ten minutes at most, in case the server contradicts itself.
 */
export function reloadForSignIn() {
  if (leaving || !isWithinLimit('dl:sign-in-reloads')) return;
  leaving = true;
  browser.open(location.href);
}

/**
 * Loads the page at this address after the session has ended. What is on screen stays until it is there: refused
 * requests don't reload it, and if the browser keeps it for "Back", it shows nothing and loads again.
 */
export function leaveSignedOut(address: string) {
  leaving = true;
  addEventListener('pagehide', () => (document.body.hidden = true), { once: true });
  addEventListener('pageshow', () => browser.open(location.href), { once: true });
  browser.open(address);
}
