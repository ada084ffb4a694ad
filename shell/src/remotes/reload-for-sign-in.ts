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
