import { zstdDecompressSync } from 'node:zlib';
import { parquetMetadata, parquetRead, parquetSchema, type ParquetParsers } from 'hyparquet';
import { DataType, tableFromIPC, type Vector } from 'apache-arrow';
import readSheets from 'read-excel-file/node';
import { dayText, momentText } from './truth.ts';

/** A value as somebody else's reader has it: as the product's JSON writes it, or a number where the file has a binary one. */
export type FileCell = string | number | boolean | null;

/** What other programs find in a file of the product. None of these readers is the product's own. */
export interface FileCells {
  readonly names: readonly string[];
  readonly rows: readonly (readonly FileCell[])[];
}

/** Reads RFC 4180. Nothing between two commas is no value, and quotes around nothing are an empty text. */
export function csvCells(text: string): FileCells {
  const rows: (string | null)[][] = [[]];
  let at = 0;
  for (const [all, cell, end] of text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)) {
    at += all.length;
    const value = cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!;
    rows.at(-1)!.push(cell === '' ? null : value);
    if (end === '\r\n') rows.push([]);
  }
  if (at !== text.length) throw new Error(`This isn’t CSV: ${text.slice(at, at + 100)}`);
  const [names, ...others] = rows.slice(0, -1);
  return { names: names as string[], rows: others };
}

/** Reads JSON Lines. Numbers have the digits of the file, and whatever has parts is its text. */
export function jsonCells(text: string): FileCells {
  const lines = text.trimEnd().split('\n');
  // The engine's parser of JSON tells where each member begins; numbers would lose their digits in values.
  const members = lines.map((line) => [...line.matchAll(MEMBER)].map(([, name, value]) => [name!, value!]));
  const cellOf = (value: string): FileCell => {
    if (value === 'null') return null;
    return value.startsWith('"') ? (JSON.parse(value) as string) : value;
  };
  for (const line of lines) JSON.parse(line);
  return {
    names: members[0]!.map(([name]) => JSON.parse(name!) as string),
    rows: members.map((row) => row.map(([, value]) => cellOf(value!))),
  };
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
/** Nested as deep as the hard values are. */
const nested = (depth: number): string =>
  depth === 0
    ? String.raw`[^"{}\[\],:]+|${STRING}`
    : String.raw`(?:[{\[](?:${STRING}|[^"{}\[\]]|${nested(depth - 1)})*[}\]])|${nested(0)}`;
const MEMBER = new RegExp(String.raw`(?:^\{|,)(${STRING}):(${nested(3)})(?=,"|\}$)`, 'g');

/** Reads Parquet with a library that knows nothing of the engine. It has decimals as doubles. */
export async function parquetCells(bytes: Buffer): Promise<FileCells> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const metadata = parquetMetadata(file);
  const columns = parquetSchema(metadata).children.map(({ element }) => element);
  const parsers: Partial<ParquetParsers> = {
    timestampFromMicroseconds: (micros) => micros,
    dateFromDays: (days) => dayText(BigInt(days)),
    jsonFromBytes: (text) => text && Buffer.from(text).toString(),
  };
  let rows: unknown[][] = [];
  await parquetRead({
    ...{ file, metadata, parsers, utf8: false },
    compressors: { ZSTD: (input) => zstdDecompressSync(input) },
    onComplete: (found) => (rows = found),
  });
  const cellOf = (value: unknown, at: number): FileCell => {
    if (value === null || value === undefined) return null;
    const type = columns[at]!.logical_type;
    if (typeof value === 'bigint' && type?.type === 'TIMESTAMP')
      return momentText(value, type.isAdjustedToUTC ? 'Z' : '');
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
    if (type?.type === 'DECIMAL') return asDouble(value as number);
    return Array.isArray(value) ? JSON.stringify(value) : (value as FileCell);
  };
  return {
    names: columns.map(({ name }) => name),
    rows: rows.map((row) => row.map(cellOf)),
  };
}

/** A number with the digits that every double has. */
export const asDouble = (value: number | string): number => Number(Number(value).toPrecision(15));

/** Reads a stream of Arrow. */
export function arrowCells(bytes: Buffer): FileCells {
  const table = tableFromIPC(bytes);
  const columns = table.schema.fields.map((_, at) => arrowColumn(table.getChildAt(at)!));
  return {
    names: table.schema.fields.map(({ name }) => name),
    rows: Array.from({ length: table.numRows }, (_, row) => columns.map((column) => column[row]!)),
  };
}

function arrowColumn(vector: Vector): FileCell[] {
  const { type } = vector;
  const raw = vector.data.flatMap(({ values, length }) => [...(values as Iterable<bigint>)].slice(0, length));
  return Array.from({ length: vector.length }, (_, row): FileCell => {
    if (!vector.isValid(row)) return null;
    // The library makes a Date of them, which has neither their years nor their digits.
    if (DataType.isDate(type)) return dayText(BigInt(raw[row]!));
    if (DataType.isTimestamp(type)) return momentText(raw[row]!, type.timezone ? 'Z' : '');
    const value: unknown = vector.get(row);
    if (DataType.isDecimal(type)) return decimalText(value as Uint32Array, type.scale);
    if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
    return typeof value === 'bigint' ? String(value) : (value as FileCell);
  });
}

function decimalText(words: Uint32Array, scale: number): string {
  const unsigned = [...words].reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  const value = BigInt.asIntN(128, unsigned);
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${value < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
}

/** Reads the first sheet of a workbook. Numbers have the digits of the file. */
export async function sheetCells(bytes: Buffer): Promise<FileCells> {
  const [sheet] = await readSheets(bytes, { trim: false, parseNumber: (text) => ({ text }) });
  const [names, ...rows] = sheet!.data as unknown[][];
  const cellOf = (value: unknown): FileCell => {
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'object' && value !== null
      ? (value as { text: string }).text
      : (value as FileCell);
  };
  return { names: names as string[], rows: rows.map((row) => row.map(cellOf)) };
}
