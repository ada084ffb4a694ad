import { AuthorizationResponseError } from 'openid-client';
import { Unreachable } from './egress-fetch.ts';

/** Why signing in ended in the popup. The screen has a message for each. */
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
 * Returns what may be logged about an error: openid-client's own message, and the provider's error code if it
 * looks like one from the standards. Other causes are omitted, because openid-client keeps the provider's
 * response in them, including tokens.
 */
export function describe(error: unknown): { error: string; code?: unknown; cause?: string } {
  if (!(error instanceof Error)) return { error: 'unknown' };
  const code = 'code' in error ? error.code : error.name;
  const refusal = 'error' in error && REFUSAL.test(String(error.error)) ? String(error.error) : undefined;
  const cause = refusal ?? wordsOf(error.cause);
  return { error: error.message, code, ...(cause && { cause }) };
}

const REFUSAL = /^[a-z_]{1,40}$/;
/** Errors whose messages are fixed. */
const SAFE_TO_LOG = ['Unreachable', 'OperationProcessingError', 'UnsupportedOperationError'];

function wordsOf(cause: unknown): string | undefined {
  return cause instanceof Error && SAFE_TO_LOG.includes(cause.name) ? cause.message : undefined;
}
