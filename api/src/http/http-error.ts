import type { ErrorDocument, ErrorObject } from '@headwater/shared/contract';
import { errorCatalogue, type ErrorCode } from './error-catalogue.ts';

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

interface ErrorOptions extends Omit<Fault, 'code'> {
  /** Seconds for the Retry-After header. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** Thrown by guards, policies and handlers; the error handler alone turns it into an answer. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly faults: readonly Fault[];
  readonly retryAfter: number | undefined;

  /** One fault by its code, or several of them at once; the first one's status is the answer's. */
  constructor(fault: ErrorCode | readonly [Fault, ...Fault[]], options: ErrorOptions = {}) {
    const { retryAfter, cause, ...rest } = options;
    const faults =
      typeof fault === 'string' ? ([{ code: fault, ...rest }] as const) : fault.slice(0, MAX_FAULTS);
    super(faults.map((each) => each.code).join(', '), { cause });
    this.faults = faults;
    this.status = errorCatalogue[faults[0].code].status;
    this.retryAfter = retryAfter;
  }
}

/** The body of the response. */
export function errorDocument({ faults }: HttpError, requestId: string): ErrorDocument {
  return { errors: faults.map(presentFault), meta: { requestId } };
}

const PLACEHOLDER = /\{(\w+)\}/g;

function presentFault(fault: Fault): ErrorObject {
  const { status, title, detail } = errorCatalogue[fault.code];
  const { pointer, parameter, values } = fault;
  return {
    status: String(status),
    code: fault.code,
    title,
    detail:
      fault.detail ?? detail.replace(PLACEHOLDER, (whole, name: string) => String(values?.[name] ?? whole)),
    ...((pointer !== undefined || parameter !== undefined) && { source: { pointer, parameter } }),
    ...(values && { meta: { ...values } }),
  };
}
