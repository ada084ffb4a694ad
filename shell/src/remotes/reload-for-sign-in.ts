import { browser, isWithinLimit } from './reload-once.ts';

/**
 * "A 401 on any request other than login reloads the page": the session is read anew, and whoever has none is led to
 * sign in. Three times in ten minutes at most, should the server contradict itself.
 */
export function reloadForSignIn() {
  if (isWithinLimit('dl:sign-in-reloads')) browser.open(location.href);
}
