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
  /** By choice, not because it couldn't be read. */
  deselected: boolean;
}

/**
 * Gives each stream of a discovery its table. A stream that was known keeps its table and whether it is selected,
 * whatever else has appeared; a new one takes over the table that carries its name if the stream of that table is
 * gone, as when a file is replaced. One that couldn't be read until now is selected as a new one is, unless somebody
 * has deselected it.
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

/** A file is the same as long as its upload is, a table of a server as long as its name is. */
const streamKey = ({ namespace, name, source }: Pick<KnownStream, 'namespace' | 'name' | 'source'>) =>
  JSON.stringify(source.uploadId ?? [namespace, name]);

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  taken.add(name);
  return name;
}
