import type { DiscoveredStream } from '../../engine/protocol/protocol.ts';
import type { StreamRow } from './streams.repository.ts';

export type KnownStream = Pick<
  StreamRow,
  'namespace' | 'name' | 'table_name' | 'selected' | 'deselected' | 'problem'
> & {
  source: Record<string, unknown>;
};

export interface NamedStream {
  stream: DiscoveredStream;
  tableName: string;
  selected: boolean;
  /** Deselected by someone, rather than unselected because it couldn't be read. */
  deselected: boolean;
}

/**
 * Assigns a table to each stream of a discovery. A known stream keeps its table and its selection, whatever
 * else has appeared. A new stream takes over the table with its name if that table's stream no longer exists,
 * as when a file is replaced. A stream that couldn't be read until now is selected like a new one, unless
 * someone has deselected it.
 */
export function nameStreams(
  before: readonly KnownStream[],
  found: readonly DiscoveredStream[],
  selectNew: boolean,
): NamedStream[] {
  const known = new Map(before.map((row) => [streamKey(row), row]));
  const kept = new Set(found.flatMap((stream) => known.get(streamKey(stream))?.table_name ?? []));
  const left = new Map(before.filter((row) => !kept.has(row.table_name)).map((row) => [row.table_name, row]));
  const taken = new Set(kept);
  return found.map((stream) => {
    const same = known.get(streamKey(stream));
    const tableName = same?.table_name ?? freeName(stream.suggestedTableName, taken);
    const row = same ?? left.get(tableName);
    const deselected = row !== undefined && !row.selected && (row.deselected || row.problem === null);
    const selected = row?.selected || (!deselected && selectNew && !stream.problem);
    return { stream, tableName, selected, deselected };
  });
}

/** Identifies a stream: a file by its upload, a server's table by its name. */
const streamKey = ({ namespace, name, source }: Pick<KnownStream, 'namespace' | 'name' | 'source'>) =>
  JSON.stringify(source.uploadId ?? [namespace, name]);

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  taken.add(name);
  return name;
}
