import { AuthorizationResponseError } from 'openid-client';
import { Unreachable } from './egress-fetch.ts';

/** Why signing in ended in the popup; the screen has a sentence for each. */
export type PopupReason = 'denied' | 'mismatch' | 'expired' | 'unreachable' | 'failed';

export class PopupError extends Error {
  override readonly name = 'PopupError';
  readonly reason: PopupReason;

  constructor(reason: PopupReason) {
    super(reason);
    this.reason = reason;
  }
}

export function reasonOf(error: unknown): PopupReason {
  if (error instanceof PopupError) return error.reason;
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied') return 'denied';
  if (error instanceof Unreachable) return 'unreachable';
  // openid-client wraps what its fetch throws.
  return error instanceof Error && error.cause instanceof Unreachable ? 'unreachable' : 'failed';
}

/**
 * What a log may know of it: openid-client's own words, and the provider's word for a refusal if it is one of the
 * standards' kind. Not the causes as such, which is where openid-client keeps the provider's answer, tokens and all.
 */
export function describe(error: unknown): { error: string; code?: unknown; cause?: string } {
  if (!(error instanceof Error)) return { error: 'unknown' };
  const code = 'code' in error ? error.code : error.name;
  const refusal = 'error' in error && REFUSAL.test(String(error.error)) ? String(error.error) : undefined;
  const cause = refusal ?? wordsOf(error.cause);
  return { error: error.message, code, ...(cause && { cause }) };
}

const REFUSAL = /^[a-z_]{1,40}$/;
/** Those whose messages are fixed. */
const TALKERS = ['Unreachable', 'OperationProcessingError', 'UnsupportedOperationError'];

function wordsOf(cause: unknown): string | undefined {
  return cause instanceof Error && TALKERS.includes(cause.name) ? cause.message : undefined;
}
