import { ApiError } from '@headwater/shared/api';

/** Whether the API answered with this error, on whatever field. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof ApiError && !!error.errors?.some(({ code }) => codes.includes(code));

/** Whether the API said what is wrong; for what has no reason the specification has one sentence. */
export const hasReason = (error: unknown): error is ApiError => error instanceof ApiError && !!error.errors;
