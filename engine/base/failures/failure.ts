import type { Failure, FailureCode, MessageValues } from '@headwater/shared/contract';
import { english, englishOrNull } from '@headwater/shared/messages/english';
import { FAILURE_CATALOG } from './failure-catalog.ts';
import { fill } from './fill.ts';
import { foreignText, foreignValues } from './foreign-text.ts';
import { withoutFolders, withoutOurFolders } from './without-paths.ts';

interface MemberChange {
  /** The driver's own message. The caller has removed secrets, and our folders are removed here. */
  internalMessage?: string | null;
  /** Overrides the catalog's field. Null for none. */
  field?: string | null;
  type?: Failure['type'];
}

const RETRYABLE: ReadonlySet<Failure['type']> = new Set([
  'transient_error',
  'system_error',
  'heartbeat_timeout',
]);

export function failure(
  code: FailureCode,
  about: MessageValues = {},
  circumstances: MemberChange = {},
): Failure {
  const values = foreignValues(about);
  const entry = FAILURE_CATALOG[code];
  const { internalMessage } = circumstances;
  const type = circumstances.type ?? entry.type;
  return {
    origin: entry.origin,
    type,
    code,
    message: fill(entry.message ?? english(`failure.${code}`), values),
    fix: entry.fix ?? englishOrNull(`failure.${code}.fix`),
    internalMessage: internalMessage == null ? null : withoutOurFolders(foreignText(internalMessage)),
    field: circumstances.field === undefined ? (entry.field ?? null) : circumstances.field,
    retryable: entry.retryable ?? RETRYABLE.has(type),
    values,
  };
}

/** A failure on its way up the call stack. The code that catches it stores `failure` unchanged. */
export class FailureError extends Error {
  override readonly name = 'FailureError';
  readonly failure: Failure;

  constructor(reason: FailureCode | Failure, values: MessageValues = {}, circumstances: MemberChange = {}) {
    const described = typeof reason === 'string' ? failure(reason, values, circumstances) : reason;
    super(described.message);
    this.failure = described;
  }
}

/**
 * Treats any error other than a FailureError as our own fault. Its message is kept for us and
 * not shown as the cause.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  if ((error as NodeJS.ErrnoException | null)?.code === 'ENOSPC') return failure('disk_full');
  const message = error instanceof Error ? error.message : String(error);
  return failure('internal_error', {}, { internalMessage: withoutFolders(foreignText(message)) });
}
