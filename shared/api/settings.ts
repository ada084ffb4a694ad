import type { ApiError } from './errors.ts';

interface ApiHandlers {
  /** Called for a 401 to any request other than a login. */
  onUnauthorized(): void;
  /** Called for each error response but a 401 and those that say that the API is away, which no page is to blame for. */
  onError(error: ApiError, request: { method: string; path: string }): void;
}

export const API_BASE = '/api/';

let handlers: ApiHandlers = { onUnauthorized: () => {}, onError: () => {} };
let csrfToken: string | null = null;

/** Sets the error handlers; the shell does so once at startup. */
export function configureApi(given: ApiHandlers) {
  handlers = given;
}

/** Sends the session's token with each call from now on; null removes the header. */
export function setCsrfToken(token: string | null) {
  csrfToken = token;
}

export function csrfHeader(): Record<string, string> {
  return csrfToken === null ? {} : { 'x-csrf-token': csrfToken };
}

/** A login's 401 means that the credentials are wrong, not that a session has ended. */
const LOGIN = /^sessions\/(email|google|demo)-login$/;

export function announce(error: ApiError, method: string, path: string) {
  if (error.status === 401) {
    if (!LOGIN.test(path)) handlers.onUnauthorized();
  } else if (!error.isAway) handlers.onError(error, { method, path });
}
