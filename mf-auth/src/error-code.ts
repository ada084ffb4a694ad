import { ApiError } from '@headwater/shared/api';

/** Whether the API answered with this error, on whatever field. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof ApiError && !!error.errors?.some(({ code }) => codes.includes(code));
