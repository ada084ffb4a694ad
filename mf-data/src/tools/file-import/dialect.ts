import { ownValue, type SheetChoice } from '@headwater/shared/contract';

/** How text files are read, as the Files connector describes it: the name of a choice, and what can be chosen. */
export interface DialectField {
  name: string;
  /** Null for a list of words, which people type. */
  options: readonly string[] | null;
}

/** By field. Empty for what is detected. */
export type Dialect = Readonly<Record<string, string>>;

interface Property {
  group?: string;
  order?: number;
  enum?: string[];
}

/** Returns the choices of a connector's schema that are about how files are read, in its order. */
export function dialectFields(specification: Record<string, unknown>): DialectField[] {
  return Object.entries((specification.properties ?? {}) as Record<string, Property>)
    .filter(([, { group }]) => group === 'dialect')
    .toSorted(([, one], [, other]) => (one.order ?? Infinity) - (other.order ?? Infinity))
    .map(([name, { enum: options }]) => ({ name, options: options ?? null }));
}

/** Returns what a configuration says about how files are read. */
export function dialectIn(
  fields: readonly DialectField[],
  configuration: Readonly<Record<string, unknown>>,
): Dialect {
  return Object.fromEntries(fields.map(({ name }) => [name, textOf(ownValue(configuration, name))]));
}

const textOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

/** Returns a configuration with what was chosen. What is detected isn't in it. */
export function withDialect(
  fields: readonly DialectField[],
  configuration: Readonly<Record<string, unknown>>,
  dialect: Dialect,
): Record<string, unknown> {
  const names = new Set(fields.map(({ name }) => name));
  const kept = Object.entries(configuration).filter(([name]) => !names.has(name));
  const chosen = fields.flatMap(({ name, options }) => {
    const value = options ? ownValue(dialect, name) : wordsIn(ownValue(dialect, name) ?? '');
    return value === undefined || value.length === 0 ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...kept, ...chosen]);
}

const wordsIn = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** A file in the configuration of an import. */
export interface FileEntry {
  uploadId: string;
  tableName?: string;
  /** What was chosen about the sheets of a workbook. */
  sheets?: SheetChoice[] | undefined;
}

/** What was chosen about the sheets of each upload. */
export type SheetsByUpload = ReadonlyMap<string, SheetChoice[]>;

/** Returns a configuration with what was chosen about the sheets of its files. */
export const withSheets = (
  configuration: Readonly<Record<string, unknown>>,
  chosen: SheetsByUpload,
): Record<string, unknown> => ({
  ...configuration,
  files: filesIn(configuration).map((file) => {
    const sheets = chosen.get(file.uploadId);
    return sheets ? { ...file, sheets: sheets.length > 0 ? sheets : undefined } : file;
  }),
});

/** Returns what a configuration says about the sheets of an upload. */
export const sheetsIn = (
  configuration: Readonly<Record<string, unknown>>,
  uploadId: string,
): readonly SheetChoice[] => filesIn(configuration).find((file) => file.uploadId === uploadId)?.sheets ?? [];

const filesIn = ({ files }: Readonly<Record<string, unknown>>): FileEntry[] =>
  Array.isArray(files) ? (files as FileEntry[]) : [];

/** Returns a configuration in which an upload takes the place of a file, and keeps its table. */
export function withReplacement(
  configuration: Readonly<Record<string, unknown>>,
  fileId: string,
  by: { uploadId: string; tableName: string | undefined },
): Record<string, unknown> {
  const files = filesIn(configuration).map((file) =>
    file.uploadId === fileId
      ? { ...(by.tableName !== undefined && { tableName: by.tableName }), ...file, uploadId: by.uploadId }
      : file,
  );
  return { ...configuration, files };
}
