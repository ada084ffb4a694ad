import { ApiError } from '@headwater/shared/api';
import { useErrorText } from '@headwater/shared/messages';

/** What is wrong with a field, such as `cron/expression`; undefined if nothing is. */
export type FieldError = (field: string) => string | undefined;

interface FieldErrors {
  of: FieldError;
  count: number;
  /** For a cron expression, the field of it that is invalid, if one is. */
  cronField: string | undefined;
}

/** Returns the messages of a refused change by field, and how many fields they are about. */
export function useFieldErrors(error: unknown): FieldErrors {
  const text = useErrorText();
  const errors =
    error instanceof ApiError && error.status === 422
      ? (error.errors ?? []).filter(({ source }) => source?.pointer !== undefined)
      : [];
  return {
    of: (field) => {
      const found = errors.find(({ source }) => source?.pointer === `/data/attributes/${field}`);
      return found && text(found);
    },
    count: errors.length,
    cronField: errors.map(({ meta }) => meta?.field).find((field) => typeof field === 'string'),
  };
}
