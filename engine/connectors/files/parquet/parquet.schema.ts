import type { DuckDBConnection } from '@duckdb/node-api';
import { FailureError } from '@headwater/base/failures/failure';
import { literal } from '@headwater/warehouse/sql';
import type { KnownFile } from '../file-format.ts';

/** A column, or a part of one, as the file itself declares it. */
export interface ParquetNode {
  name: string;
  /** Its place among the elements of the file's schema. */
  at: number;
  /** How its values are stored, or null if it has parts instead. */
  physical: string | null;
  /** How the file says that they're meant, in whichever of its two ways. */
  converted: string;
  logical: string;
  precision: number;
  scale: number;
  isRepeated: boolean;
  children: ParquetNode[];
}

/**
 * How many lists and maps may be inside of each other, and parts of any kind. The engine's work doubles with each list,
 * so that a file of four kilobytes can keep it busy for days; real files have three or four.
 */
const MOST_LISTS = 10;
const MOST_LEVELS = 64;

/** Returns the file's columns as it declares them, before anything reads their values. */
export async function schemaOf(connection: DuckDBConnection, file: KnownFile): Promise<ParquetNode[]> {
  const reader = await connection.runAndReadAll(`
    select name, type, coalesce(num_children, 0), coalesce(converted_type, ''), coalesce(logical_type, ''),
      coalesce(precision, 0), coalesce(scale, 0), coalesce(repetition_type = 'REPEATED', false)
    from parquet_schema(${literal(file.path)})`);
  const elements = reader.getRowsJS().map((row, at) => ({ node: nodeOf(row, at), parts: Number(row[2]) }));
  const root = elements[0];
  if (!root) throw new Error('no schema');
  /** The elements that are being filled, from the root on. */
  const open = [{ ...root, lists: 0 }];
  for (const { node, parts } of elements.slice(1)) {
    while (open.length > 0 && open.at(-1)!.node.children.length === open.at(-1)!.parts) open.pop();
    const parent = open.at(-1);
    if (!parent) throw new Error('more elements than the schema says');
    parent.node.children.push(node);
    const lists = parent.lists + (node.isRepeated ? 1 : 0);
    const column = open[1]?.node.name ?? node.name;
    if (lists > MOST_LISTS)
      throw new FailureError('file_nested_too_deep', { file: file.fileName, column, limit: MOST_LISTS });
    if (open.length > MOST_LEVELS)
      throw new FailureError('file_nested_too_deep', { file: file.fileName, column, limit: MOST_LEVELS });
    if (parts > 0) open.push({ node, parts, lists });
  }
  return root.node.children;
}

function nodeOf(row: readonly unknown[], at: number): ParquetNode {
  const [name, physical, parts, converted, logical, precision, scale, isRepeated] = row;
  const declared = /^DecimalType\(scale=(\d+), precision=(\d+)\)/.exec(String(logical));
  return {
    name: String(name),
    at,
    physical: Number(parts) > 0 ? null : String(physical),
    converted: String(converted),
    logical: String(logical),
    precision: Number(declared?.[2] ?? precision),
    scale: Number(declared?.[1] ?? scale),
    isRepeated: isRepeated === true,
    children: [],
  };
}

/** Returns the parts of a column that have values, itself included. */
export function leavesOf(node: ParquetNode): ParquetNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);
}
