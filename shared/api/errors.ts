import type { ErrorObject } from '../contract/json-api.ts';

/** The API answered, but not with success. `errors` is undefined where the answer carried no errors array. */
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
    super(errors?.[0]?.detail ?? `The server answered ${status}.`);
    this.status = status;
    this.errors = errors;
    this.requestId = headers.get('x-request-id');
    const seconds = Number(headers.get('retry-after'));
    this.retryAfter = headers.has('retry-after') && Number.isFinite(seconds) ? seconds : null;
  }

  /** The stable code of the first error. */
  get code(): string | undefined {
    return this.errors?.[0]?.code;
  }
}

/** No answer came: offline, refused, or cut off. */
export class NetworkError extends Error {
  override name = 'NetworkError';
}

function errorsOf(body: unknown): readonly ErrorObject[] | undefined {
  const errors = (body as { errors?: unknown } | undefined)?.errors;
  return Array.isArray(errors) ? (errors as ErrorObject[]) : undefined;
}
