import { FailureError } from '@headwater/base/failures/failure';
import type { HttpResponse } from '@headwater/protocol/http/http-client';

const REASON_CHARACTERS = 300;
const LIMITS: ReadonlySet<string> = new Set([
  'RATE_LIMIT_EXCEEDED',
  'RESOURCE_EXHAUSTED',
  'rateLimitExceeded',
  'userRateLimitExceeded',
]);

/** What Google says about an error, in any of its forms. */
interface Said {
  message: string;
  reasons: ReadonlySet<string>;
}

/** Whether a response asks to wait. Some of Google’s limits are refused with 403. */
export function isRateLimit(response: HttpResponse): boolean {
  if (response.status === 429) return true;
  return response.status === 403 && [...saidIn(response).reasons].some((reason) => LIMITS.has(reason));
}

export const reasonOf = (response: HttpResponse): string => saidIn(response).message;

/** Returns the failure for a response that isn’t about load. */
export function refusalOf(response: HttpResponse, account: string): FailureError {
  const { status } = response;
  const { message: reason, reasons } = saidIn(response);
  if (reasons.has('SERVICE_DISABLED') || reasons.has('accessNotConfigured'))
    return new FailureError('google_api_disabled', { account });
  if (status === 401) return new FailureError('google_key_refused', { account, reason });
  if (status === 403) return new FailureError('google_not_shared', { account });
  if (status === 404) return new FailureError('google_spreadsheet_missing');
  if (reasons.has('FAILED_PRECONDITION')) return new FailureError('google_not_a_spreadsheet');
  return new FailureError(status >= 500 ? 'google_failed' : 'google_request_refused', { status, reason });
}

/** `{ error: { message, status, errors, details } }` of an API, `{ error, error_description }` of a sign-in. */
function saidIn({ body, status }: HttpResponse): Said {
  const otherwise = { message: `status ${status}`, reasons: new Set<string>() };
  try {
    const { error, error_description: description } = JSON.parse(body.toString()) as Record<string, unknown>;
    if (typeof error === 'string')
      return { message: shortened(description ?? error), reasons: new Set([error]) };
    if (typeof error !== 'object' || error === null) return otherwise;
    const { message, status: name, errors, details } = error as Record<string, unknown>;
    const reasons = [errors, details]
      .flat()
      .map((each) => (each as { reason?: unknown } | null | undefined)?.reason);
    return { message: shortened(message), reasons: new Set([name, ...reasons].map(String)) };
  } catch {
    return otherwise;
  }
}

const shortened = (message: unknown) =>
  String(message ?? '–')
    .replace(/\s+/g, ' ')
    .slice(0, REASON_CHARACTERS);
