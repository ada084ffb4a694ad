import { refusalCatalog, type ErrorCode, type RefusalKind } from './refusal-catalog.ts';

export interface Fault {
  readonly code: ErrorCode;
  /** JSON pointer into the body: `/data/attributes/email`. */
  readonly pointer?: string;
  /** The name of the query parameter or header to blame. */
  readonly parameter?: string;
  /** Replaces the catalog's English detail. */
  readonly detail?: string;
  /** Fills the detail's `{placeholders}`, and is sent to the screen as `meta`. */
  readonly values?: Readonly<Record<string, string | number>>;
}

/** No one reads more than this. */
export const MAX_FAULTS = 100;

interface RefusalOptions extends Omit<Fault, 'code'> {
  /** The number of seconds after which a retry makes sense. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/**
 * Thrown if a request is refused, with the reason for the caller. The error handler turns it into a response.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly faults: readonly Fault[];
  readonly retryAfter: number | undefined;

  /** Takes one fault by its code, or several at once. The first one's kind is the refusal's. */
  constructor(fault: ErrorCode | readonly [Fault, ...Fault[]], options: RefusalOptions = {}) {
    const { retryAfter, cause, ...rest } = options;
    const faults = typeof fault === 'string' ? [{ code: fault, ...rest }] : fault.slice(0, MAX_FAULTS);
    super(faults.map((each) => each.code).join(', '), { cause });
    this.faults = faults;
    this.retryAfter = retryAfter;
  }

  get kind(): RefusalKind {
    return refusalCatalog[this.faults[0]!.code].kind;
  }
}
