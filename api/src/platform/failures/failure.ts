import type { Failure, FailureCode, MessageValues } from '@headwater/shared/contract';
import { FAILURE_CATALOGUE } from './failure-catalogue.ts';
import { fill } from './fill.ts';
import { withoutFolders, withoutOurFolders } from './without-paths.ts';

interface Circumstances {
  /** The driver's own words; the caller has taken secrets out, folders of ours are taken out here. */
  internalMessage?: string | null;
  /** Overrides the catalogue's field, null for none. */
  field?: string | null;
  type?: Failure['type'];
}

/** Of a driver's words, in characters. */
const MOST_WORDS = 2_000;

const RETRYABLE: ReadonlySet<Failure['type']> = new Set([
  'transient_error',
  'system_error',
  'heartbeat_timeout',
]);

export function failure(
  code: FailureCode,
  values: MessageValues = {},
  circumstances: Circumstances = {},
): Failure {
  const entry = FAILURE_CATALOGUE[code];
  const { internalMessage } = circumstances;
  const type = circumstances.type ?? entry.type;
  return {
    origin: entry.origin,
    type,
    code,
    message: fill(entry.message, values),
    fix: entry.fix,
    internalMessage: internalMessage == null ? null : withoutOurFolders(internalMessage.slice(0, MOST_WORDS)),
    field: circumstances.field === undefined ? (entry.field ?? null) : circumstances.field,
    retryable: entry.retryable ?? RETRYABLE.has(type),
    values,
  };
}

/** A failure on its way up; whoever catches it stores `failure` as it is. */
export class FailureError extends Error {
  override readonly name = 'FailureError';
  readonly failure: Failure;

  constructor(reason: FailureCode | Failure, values: MessageValues = {}, circumstances: Circumstances = {}) {
    const described = typeof reason === 'string' ? failure(reason, values, circumstances) : reason;
    super(described.message);
    this.failure = described;
  }
}

/** What is not a FailureError is a fault of ours; its words are kept for us, not shown as the cause. */
export function toFailure(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  if ((error as NodeJS.ErrnoException | null)?.code === 'ENOSPC') return failure('disk_full');
  const message = error instanceof Error ? error.message : String(error);
  return failure('internal_error', {}, { internalMessage: withoutFolders(message.slice(0, MOST_WORDS)) });
}
