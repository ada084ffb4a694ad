import type { ApiError } from './errors.ts';

interface ApiHandlers {
  /** A 401 on any request other than login. */
  onUnauthorized(): void;
  /** Each answer that is an error other than 401. */
  onError(error: ApiError, request: { method: string; path: string }): void;
}

export const API_BASE = '/api/';

let handlers: ApiHandlers = { onUnauthorized: () => {}, onError: () => {} };
let csrfToken: string | null = null;

/** Injects what to do about errors; the shell does it once at start. */
export function configureApi(given: ApiHandlers) {
  handlers = given;
}

/** The session's token goes with each call from now on; null takes the header away. */
export function setCsrfToken(token: string | null) {
  csrfToken = token;
}

export function csrfHeader(): Record<string, string> {
  return csrfToken === null ? {} : { 'x-csrf-token': csrfToken };
}

/** Login's own 401 says that the password is wrong, not that a session ended. */
const LOGIN = /^sessions\/(email|google|demo)-login$/;

export function announce(error: ApiError, method: string, path: string) {
  if (error.status !== 401) handlers.onError(error, { method, path });
  else if (!LOGIN.test(path)) handlers.onUnauthorized();
}
