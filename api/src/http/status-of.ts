import type { RefusalKind } from '@headwater/base/refusals/refusal-catalog';

const STATUSES: Record<RefusalKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  not_allowed: 405,
  too_slow: 408,
  conflict: 409,
  gone: 410,
  outdated: 412,
  too_large: 413,
  unsupported: 415,
  invalid: 422,
  unconditional: 428,
  limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  timed_out: 504,
  full: 507,
};

export const statusOf = (kind: RefusalKind): number => STATUSES[kind];
