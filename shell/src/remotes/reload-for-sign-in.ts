import { browser, isWithinLimit } from './reload-once.ts';

let leaving = false;

/**
 * "A 401 on any request other than login reloads the page": the session is read again, and whoever has none is led to
 * sign in. Once a page, as several requests may hear of it together, and three times in ten minutes at most, should
 * the server contradict itself.
 */
export function reloadForSignIn() {
  if (leaving || !isWithinLimit('dl:sign-in-reloads')) return;
  leaving = true;
  browser.open(location.href);
}
