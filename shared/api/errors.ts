import type { ErrorObject } from '../contract/ground/json-api.ts';

/** An error response of the API. `errors` is undefined if the response had no errors array. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly errors: readonly ErrorObject[] | undefined;
  /** For support; shown and copyable on error panels. */
  readonly requestId: string | null;
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | null;

  constructor(status: number, body: unknown, headers: Headers) {
    const errors = errorsOf(body);
    super(errors?.[0]?.detail ?? `The server responded with ${status}.`);
    this.status = status;
    this.errors = errors;
    this.requestId = headers.get('x-request-id');
    const seconds = Number(headers.get('retry-after'));
    this.retryAfter = headers.has('retry-after') && Number.isFinite(seconds) ? seconds : null;
  }

  /** True if the API is starting or stopping, or a proxy can't reach it: as little a page's fault as no response. */
  get isAway(): boolean {
    return this.status >= 502 && this.status <= 504;
  }

  /** The stable code of the first error. */
  get code(): string | undefined {
    return this.errors?.[0]?.code;
  }
}

/** There was no response: the browser is offline, or the connection was refused or interrupted. */
export class NetworkError extends Error {
  override name = 'NetworkError';
}

function errorsOf(body: unknown): readonly ErrorObject[] | undefined {
  const errors = (body as { errors?: unknown } | undefined)?.errors;
  return Array.isArray(errors) ? (errors as ErrorObject[]) : undefined;
}
