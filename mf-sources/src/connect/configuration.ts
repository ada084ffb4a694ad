import type { FieldSpec } from './specification.ts';

/** What a form holds: each field as text, or a tick. */
export type FormValues = Record<string, string | boolean>;

const isStored = (value: unknown) => typeof value === 'object' && value !== null && 'set' in value;

/** A form to begin with: what is stored, else the schema's defaults. A stored secret begins empty: it is write-only. */
export function valuesOf(
  fields: readonly FieldSpec[],
  configuration: Record<string, unknown> = {},
): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, configuration[field.name])]));
}

function valueOf(field: FieldSpec, stored: unknown): string | boolean {
  if (field.kind === 'secret' || field.kind === 'uploads') return '';
  if (stored === undefined || stored === null) return field.initial;
  if (field.kind === 'boolean') return stored === true;
  return Array.isArray(stored) ? stored.join(', ') : String(stored);
}

/** A file as a configuration names it. */
export interface FileEntry {
  uploadId: string;
  /** The table that it is loaded into; follows the file's name where there is none. */
  tableName?: string;
}

/** What belongs to a configuration and is not typed into a form. */
interface Beside {
  /** Secrets that the server has. */
  stored?: ReadonlySet<string>;
  /** Files that are uploaded. */
  files?: readonly FileEntry[];
}

/** The names of secrets that the server already has. */
export function storedSecrets(configuration: Record<string, unknown> = {}): ReadonlySet<string> {
  return new Set(Object.keys(configuration).filter((name) => isStored(configuration[name])));
}

/**
 * The configuration that goes to the server. An optional field left empty is left out; a secret that is stored
 * and was not typed again goes as `{ set: true }`, which keeps it.
 */
export function configurationOf(
  fields: readonly FieldSpec[],
  values: FormValues,
  { stored = new Set(), files = [] }: Beside = {},
): Record<string, unknown> {
  const entries = fields.map((field) => {
    return [
      field.name,
      field.kind === 'uploads' ? files : wireValue(field, values[field.name], stored),
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
  // One of the choices may be a tab.
  const text = field.kind === 'secret' || field.kind === 'choice' ? typed : typed.trim();
  if (text === '') return undefined;
  if (field.kind === 'integer') return Number(text);
  return field.kind === 'list' ? listOf(text) : text;
}

/** `sales, audit` → two names. */
const listOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter(Boolean);

/** The files that a configuration names. */
export function filesOf(fields: readonly FieldSpec[], configuration: Record<string, unknown>): FileEntry[] {
  const field = fields.find(({ kind }) => kind === 'uploads');
  const files = field && configuration[field.name];
  return Array.isArray(files) ? (files as FileEntry[]) : [];
}
