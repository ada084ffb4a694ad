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
/** A field of the settings of tables, in a change of many. */
const IN_SETTINGS = /^\/data\/attributes\/settings\/\d+\/change\/(.+)$/;

/** Returns the tables whose settings a refused change blames. */
export function faultyTables(error: unknown): string[] {
  const found = faultsOf(error).filter(({ source }) => IN_SETTINGS.test(source?.pointer ?? ''));
  return [...new Set(found.flatMap(({ meta }) => (typeof meta?.table === 'string' ? [meta.table] : [])))];
}

/** Returns the messages of a refused change by field, and how many fields they are about. */
export function useFieldErrors(error: unknown): FieldErrors {
  const text = useErrorText();
  const errors = faultsOf(error);
  return {
    of: (field) => {
      const found = errors.find(({ source }) => source?.pointer === ATTRIBUTES + field);
      return found && text(found);
    },
    count: errors.length,
    cronField: errors.map(({ meta }) => meta?.field).find((field) => typeof field === 'string'),
  };
}

/** Returns the same for the settings of a table that were to be changed together with others. */
export function useTableErrors(error: unknown, tableName: string): Pick<FieldErrors, 'of' | 'count'> {
  const text = useErrorText();
  const errors = faultsOf(error).filter(
    ({ source, meta }) => meta?.table === tableName && IN_SETTINGS.test(source?.pointer ?? ''),
  );
  return {
    of: (field) => {
      const found = errors.find(({ source }) => IN_SETTINGS.exec(source?.pointer ?? '')?.[1] === field);
      return found && text(found);
    },
    count: errors.length,
  };
}

const faultsOf = (error: unknown) =>
  error instanceof ApiError && error.status === 422
    ? (error.errors ?? []).filter(({ source }) => source?.pointer !== undefined)
    : [];
