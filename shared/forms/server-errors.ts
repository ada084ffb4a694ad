import { ownValue } from '../contract/ground/own-value.ts';
import type { ErrorObject } from '../contract/ground/json-api.ts';
import type { FormValues } from './validation.ts';

/** The server's errors for a form's last submit. */
export interface ServerErrors {
  /** By field; an error is shown until the field's value changes. */
  fields: ReadonlyMap<string, { error: ErrorObject; value: unknown }>;
  /** Errors that belong to no field. */
  banner: readonly ErrorObject[];
}

export const noServerErrors: ServerErrors = { fields: new Map(), banner: [] };

/** Field names on the wire → in the form, as in `{ password: 'newPassword' }`. */
export type Renames = Readonly<Record<string, string>>;

/** Assigns each error to the field that its pointer names, keeping a field's first error, or else to the banner. */
export function placeErrors(
  errors: readonly ErrorObject[],
  values: FormValues,
  renames: Renames = {},
): ServerErrors {
  const fields = new Map<string, { error: ErrorObject; value: unknown }>();
  const banner: ErrorObject[] = [];
  for (const error of errors) {
    const field = fieldOf(error.source?.pointer ?? '', values, renames);
    if (field === undefined) banner.push(error);
    else if (!fields.has(field)) fields.set(field, { error, value: ownValue(values, field) });
  }
  return { fields, banner };
}

/**
 * By the specification, a pointer that contains `email` or `password` refers to that field. Others end with the
 * field's name.
 */
function fieldOf(pointer: string, values: FormValues, renames: Renames): string | undefined {
  const last = pointer.split('/').at(-1) ?? '';
  const mentioned = ['email', 'password'].find((word) => pointer.toLowerCase().includes(word));
  return [last, mentioned]
    .map((name) => name && (ownValue(renames, name) ?? name))
    .find((name) => !!name && Object.hasOwn(values, name));
}
