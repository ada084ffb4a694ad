import type { Failure } from '@headwater/shared/contract';
import type { DiscoveredStream } from '@headwater/protocol/protocol';
import { isUploadKey, streamKey } from './stream-key.ts';

/** A stream of an earlier discovery, or a table whose stream is gone. */
export interface KnownStream {
  /** Null for a table whose stream was gone before keys were stored. */
  streamKey: string | null;
  tableName: string;
  /** Whether the last discovery found it. */
  isListed: boolean;
  /** Whether it has been loaded, so that its name belongs to it even when it's gone. */
  hasTable: boolean;
  /** Why it couldn't be read when it was last discovered. */
  problem: Failure | null;
}

/** Whether people want a stream. */
export interface Choice {
  selected: boolean;
  /** Deselected by someone, rather than unselected because it couldn't be read. */
  deselected: boolean;
}

export interface NamedStream extends Choice {
  stream: DiscoveredStream;
  streamKey: string;
  tableName: string;
  /** The stream that this one replaces, whose settings it takes over. */
  replaces: string | null;
}

/**
 * Assigns a table to each stream of a discovery. A known stream keeps its table and its settings, whatever else has
 * appeared, and gets them back if it was gone in the meantime. A file takes over the table with its name if that
 * table's file no longer exists, because it replaces that file. Anything else never takes another stream's table. A
 * stream that couldn't be read until now is selected like a new one, unless someone has deselected it.
 */
export function nameStreams(
  before: readonly KnownStream[],
  choices: ReadonlyMap<string, Choice>,
  found: readonly DiscoveredStream[],
  selectNew: boolean,
): NamedStream[] {
  const known = new Map(before.flatMap((one) => (one.streamKey === null ? [] : [[one.streamKey, one]])));
  const kept = new Set(found.flatMap((stream) => known.get(streamKey(stream))?.tableName ?? []));
  const left = new Map(before.filter((one) => !kept.has(one.tableName)).map((one) => [one.tableName, one]));
  const taken = new Set(kept);
  const isTaken = (name: string, key: string) => {
    const former = left.get(name);
    return taken.has(name) || (former !== undefined && former.hasTable && !canReplace(former, key));
  };
  return found.map((stream) => {
    const key = streamKey(stream);
    const same = known.get(key);
    const tableName = same?.tableName ?? freeName(stream.suggestedTableName, (name) => isTaken(name, key));
    taken.add(tableName);
    const former = same ? undefined : left.get(tableName);
    const replaced = former && canReplace(former, key) ? former : undefined;
    const row = same ?? replaced;
    // What people chose for a stream can be older than its first discovery: it can be imported.
    const choice = choices.get(replaced?.streamKey ?? key);
    const wasReadable = row !== undefined && row.isListed && row.problem === null;
    const deselected = !choice?.selected && (choice?.deselected === true || wasReadable);
    const selected = choice?.selected || (!deselected && selectNew && !stream.problem);
    return { stream, streamKey: key, tableName, selected, deselected, replaces: replaced?.streamKey ?? null };
  });
}

/** Before keys were stored, any stream took over a table with its name. */
const canReplace = ({ streamKey: former }: KnownStream, key: string) =>
  former === null || (isUploadKey(former) && isUploadKey(key));

function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let count = 2; isTaken(name); count += 1) name = `${wanted}_${count}`;
  return name;
}
