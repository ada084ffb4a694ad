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

const ATTRIBUTES = '/data/attributes/';

/** Where the settings of a table are in a change of many. */
export const settingsPlace = (tableName: string) =>
  `settings/${tableName.replaceAll('~', '~0').replaceAll('/', '~1')}/`;

/** Returns the tables whose settings a refused change blames. */
export function faultyTables(error: unknown): string[] {
  const pattern = new RegExp(`^${ATTRIBUTES}settings/([^/]+)`);
  const pointers =
    error instanceof ApiError ? (error.errors ?? []).map(({ source }) => source?.pointer ?? '') : [];
  const found = pointers.flatMap((pointer) => pattern.exec(pointer)?.[1] ?? []);
  return [...new Set(found)].map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Returns the messages of a refused change by field, and how many fields they are about. `place` is where the fields
 * are, if the change consists of more.
 */
export function useFieldErrors(error: unknown, place = ''): FieldErrors {
  const text = useErrorText();
  const errors =
    error instanceof ApiError && error.status === 422
      ? (error.errors ?? []).filter(({ source }) => source?.pointer?.startsWith(ATTRIBUTES + place))
      : [];
  return {
    of: (field) => {
      const found = errors.find(({ source }) => source?.pointer === ATTRIBUTES + place + field);
      return found && text(found);
    },
    count: errors.length,
    cronField: errors.map(({ meta }) => meta?.field).find((field) => typeof field === 'string'),
  };
}
