import type { ErrorObject } from '../contract/json-api.ts';
import type { FormValues } from './validation.ts';

/** What a server said of a form's last submit. */
export interface ServerErrors {
  /** By field; it stands until the field's value is another one. */
  fields: Record<string, { error: ErrorObject; value: unknown }>;
  /** Errors that belong to no field. */
  banner: readonly ErrorObject[];
}

export const noServerErrors: ServerErrors = { fields: {}, banner: [] };

/** Field names of the wire → of the form, as in `{ password: 'newPassword' }`. */
export type Renames = Readonly<Record<string, string>>;

/** Puts each error where it belongs: on its field by the pointer, the first of a field winning; else in the banner. */
export function placeErrors(
  errors: readonly ErrorObject[],
  values: FormValues,
  renames: Renames = {},
): ServerErrors {
  const fields: ServerErrors['fields'] = {};
  const banner: ErrorObject[] = [];
  for (const error of errors) {
    const field = fieldOf(error.source?.pointer ?? '', values, renames);
    if (field === undefined) banner.push(error);
    else fields[field] ??= { error, value: values[field] };
  }
  return { fields, banner };
}

/** The specification: a pointer that mentions email or password means that field. Others name theirs at the end. */
function fieldOf(pointer: string, values: FormValues, renames: Renames): string | undefined {
  const last = pointer.split('/').at(-1) ?? '';
  const mentioned = ['email', 'password'].find((word) => pointer.toLowerCase().includes(word));
  return [last, mentioned]
    .map((name) => name && (renames[name] ?? name))
    .find((name) => !!name && name in values);
}
