import type { SuggestedKey } from '@headwater/shared/contract';
import type { StreamColumn } from '@headwater/protocol/protocol';

/** A table, as far as its names say what it could be joined by. */
export interface CandidateTable {
  readonly tableName: string;
  readonly columns: readonly StreamColumn[];
  readonly primaryKey: readonly string[];
}

export interface KeyCandidate {
  table: number;
  left: StreamColumn;
  right: StreamColumn;
  reason: SuggestedKey['reason'];
}

/** Kinds that no row is recognized by. */
const NO_KEYS = new Set(['boolean', 'json', 'list', 'binary', 'time']);

const POINTS = { names_table: 0.5, same_name: 0.45, key: 0.2, values: 0 } as const;

/** `Customer_ID` and `customerId` are the same. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** `categories`, `boxes`, and `orders` are named after one of their rows. */
function singular(name: string): string {
  const text = plain(name.split('.').at(-1)!);
  if (text.endsWith('ies')) return `${text.slice(0, -3)}y`;
  if (/(s|x|z|ch|sh)es$/.test(text)) return text.slice(0, -2);
  return text.endsWith('s') && !text.endsWith('ss') ? text.slice(0, -1) : text;
}

/**
 * Returns pairs of columns by which a table could be joined to those before, the likeliest first, as far as names and
 * kinds say. Their values have to be looked at.
 */
export function keyCandidates(
  tables: readonly CandidateTable[],
  joined: CandidateTable,
  most: number,
): KeyCandidate[] {
  return tables
    .flatMap((table, at) =>
      table.columns.flatMap((left) =>
        joined.columns.flatMap((right): KeyCandidate[] => {
          if (left.kind !== right.kind || NO_KEYS.has(left.kind) || isFraction(left) || isFraction(right))
            return [];
          const reason = reasonOf(table, left, joined, right);
          return reason === null ? [] : [{ table: at, left, right, reason }];
        }),
      ),
    )
    .map((candidate, place) => ({ candidate, place }))
    .sort((a, b) => POINTS[b.candidate.reason] - POINTS[a.candidate.reason] || a.place - b.place)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

function reasonOf(
  table: CandidateTable,
  left: StreamColumn,
  joined: CandidateTable,
  right: StreamColumn,
): SuggestedKey['reason'] | null {
  if (refersTo(left, joined, right) || refersTo(right, table, left)) return 'names_table';
  const isKey = isKeyOf(table, left) || isKeyOf(joined, right);
  if (plain(left.name) === plain(right.name)) {
    // Each table numbers its own rows.
    const isBothOwn = isKeyOf(table, left) && isKeyOf(joined, right) && plain(left.name) === 'id';
    return isBothOwn ? 'values' : 'same_name';
  }
  return isKey ? 'key' : null;
}

/** Whether a column is called after another table and its key: `customer_id` and `id` of `customers`. */
function refersTo(column: StreamColumn, table: CandidateTable, key: StreamColumn): boolean {
  const name = plain(column.name);
  const one = singular(table.tableName);
  return name === `${one}${plain(key.name)}` || (isKeyOf(table, key) && name === one);
}

const isKeyOf = ({ primaryKey }: CandidateTable, { name }: StreamColumn) =>
  (primaryKey.length === 1 && primaryKey[0] === name) || (primaryKey.length === 0 && plain(name) === 'id');

const isFraction = ({ type }: StreamColumn) =>
  /^(FLOAT|DOUBLE)$/.test(type) || (/^DECIMAL\(/.test(type) && !type.endsWith(',0)'));

/** Below this share, values that are in both columns are there by chance. */
const LEAST_SHARE = 0.1;

/** Returns what names and values together say, the likeliest first. */
export function rankedKeys(keys: readonly SuggestedKey[], most: number): SuggestedKey[] {
  const shareOf = ({ values, found }: SuggestedKey) => (values === 0 ? 0 : found / values);
  const scoreOf = (key: SuggestedKey) =>
    POINTS[key.reason] + 0.4 * shareOf(key) + (key.mostRows === 1 ? 0.1 : 0);
  return keys
    .filter((key) => {
      if (key.values === 0) return POINTS[key.reason] > POINTS.key;
      return shareOf(key) >= (POINTS[key.reason] > POINTS.key ? Number.MIN_VALUE : LEAST_SHARE);
    })
    .toSorted((a, b) => scoreOf(b) - scoreOf(a))
    .slice(0, most);
}
