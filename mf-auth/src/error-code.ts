import { ApiError } from '@headwater/shared/api';

/** Returns whether the API responded with one of these errors, at any field. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof ApiError && !!error.errors?.some(({ code }) => codes.includes(code));

/** Returns whether the API gave a reason; for errors without one, the specification has a general message. */
export const hasReason = (error: unknown): error is ApiError => error instanceof ApiError && !!error.errors;
