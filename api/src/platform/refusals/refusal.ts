import { refusalCatalogue, type ErrorCode, type RefusalKind } from './refusal-catalogue.ts';

export interface Fault {
  readonly code: ErrorCode;
  /** JSON pointer into the body: `/data/attributes/email`. */
  readonly pointer?: string;
  /** Name of the query parameter or header to blame. */
  readonly parameter?: string;
  /** Instead of the catalogue's English. */
  readonly detail?: string;
  /** Fills the detail's `{placeholders}`; goes to the screen as `meta`. */
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Nobody reads more of them. */
export const MAX_FAULTS = 100;

interface RefusalOptions extends Omit<Fault, 'code'> {
  /** Seconds after which it is worth another try. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** What somebody asked for is not done, for a reason that they are told. The error handler turns it into an answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly faults: readonly Fault[];
  readonly retryAfter: number | undefined;

  /** One fault by its code, or several of them at once; the first one's kind is the refusal's. */
  constructor(fault: ErrorCode | readonly [Fault, ...Fault[]], options: RefusalOptions = {}) {
    const { retryAfter, cause, ...rest } = options;
    const faults = typeof fault === 'string' ? [{ code: fault, ...rest }] : fault.slice(0, MAX_FAULTS);
    super(faults.map((each) => each.code).join(', '), { cause });
    this.faults = faults;
    this.retryAfter = retryAfter;
  }

  get kind(): RefusalKind {
    return refusalCatalogue[this.faults[0]!.code].kind;
  }
}
