import type { SheetChoice } from '@headwater/shared/contract';
import { ownValue } from '@headwater/shared/contract';
import type { FieldSpec } from './specification.ts';

/** The values of a form: text, or a Boolean for a checkbox. */
export type FormValues = Record<string, string | boolean>;

const isStored = (value: unknown) => typeof value === 'object' && value !== null && 'set' in value;

/** Returns a form's initial values: stored ones, or the schema's defaults. Secrets are write-only and start empty. */
export function valuesOf(
  fields: readonly FieldSpec[],
  configuration: Record<string, unknown> = {},
): FormValues {
  return Object.fromEntries(
    fields.map((field) => [field.name, valueOf(field, ownValue(configuration, field.name))]),
  );
}

function valueOf(field: FieldSpec, stored: unknown): string | boolean {
  if (field.kind === 'secret' || field.kind === 'uploads') return '';
  if (stored === undefined || stored === null) return field.initial;
  if (field.kind === 'boolean') return stored === true;
  if (field.kind === 'sheets') return JSON.stringify(stored);
  return Array.isArray(stored) ? stored.join(field.kind === 'lines' ? '\n' : ', ') : String(stored);
}

/** Returns a form's values with what was typed before into fields that it has. */
export const withTyped = (values: FormValues, typed: FormValues): FormValues => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => typeof value === typeof ownValue(values, name) && value !== '',
    ),
  ),
});

/** A file, as it appears in a configuration. */
export interface FileEntry {
  uploadId: string;
  /** The table that the file is loaded into. Without it, the table is named after the file. */
  tableName?: string;
  /** What was chosen about the sheets of a workbook. */
  sheets?: SheetChoice[] | undefined;
}

/** Parts of a configuration that aren't typed into a form. */
interface NotTyped {
  /** The names of secrets that the server already has. */
  stored?: ReadonlySet<string>;
  /** Uploaded files. */
  files?: readonly FileEntry[];
}

/** Returns the names of secrets that the server already has. */
export function storedSecrets(configuration: Record<string, unknown> = {}): ReadonlySet<string> {
  return new Set(Object.keys(configuration).filter((name) => isStored(ownValue(configuration, name))));
}

/**
 * Returns the configuration to send to the server. Empty fields are omitted. A stored secret that wasn't typed
 * again is sent as `{ set: true }`, which keeps it.
 */
export function configurationOf(
  fields: readonly FieldSpec[],
  values: FormValues,
  { stored = new Set(), files = [] }: NotTyped = {},
): Record<string, unknown> {
  const entries = fields.map((field) => {
    return [
      field.name,
      field.kind === 'uploads' ? files : wireValue(field, ownValue(values, field.name), stored),
    ] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function wireValue(
  field: FieldSpec,
  value: string | boolean | undefined,
  stored: ReadonlySet<string>,
): unknown {
  if (field.kind === 'boolean') return value === true;
  if (field.kind === 'secret' && value === '') return stored.has(field.name) ? { set: true } : undefined;
  const typed = String(value ?? '');
  // A choice can be whitespace, such as a tab.
  const isVerbatim = field.kind === 'secret' || field.kind === 'choice' || field.kind === 'manifest';
  const text = isVerbatim ? typed : typed.trim();
  if (text === '') return undefined;
  if (field.kind === 'integer') return Number(text);
  if (field.kind === 'sheets') return sheetsIn(text);
  if (field.kind === 'lines') return linesOf(text);
  return field.kind === 'list' ? listOf(text) : text;
}

/** Returns what was chosen about sheets, which a form has as one value because it's chosen in a preview. */
export const sheetsIn = (value: string | boolean | undefined): SheetChoice[] =>
  value ? (JSON.parse(String(value)) as SheetChoice[]) : [];

/** `sales, audit` → two names. */
const listOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter(Boolean);

/** Returns the lines of a text, without blank ones. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Returns the files listed in a configuration. */
export function filesOf(fields: readonly FieldSpec[], configuration: Record<string, unknown>): FileEntry[] {
  const field = fields.find(({ kind }) => kind === 'uploads');
  const files = field && ownValue(configuration, field.name);
  return Array.isArray(files) ? (files as FileEntry[]) : [];
}
