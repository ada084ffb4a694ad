import type { KeyAndCursorSuggestion, SystemCursor } from '@headwater/shared/contract';
import type { StreamColumn } from './protocol.ts';

/** What a key and a cursor are suggested for. */
interface Suggestible {
  columns: readonly Pick<StreamColumn, 'name' | 'type' | 'nullable'>[];
  primaryKey: readonly string[];
  systemCursor?: SystemCursor | null;
}

type Cursor = NonNullable<KeyAndCursorSuggestion['cursor']>;

/** In order of preference. */
const TIMES_OF_CHANGE = [
  /^(last_?)?(updated|modified|changed)(_?(at|on|time|date|timestamp))?$/i,
  /^(date|time)_?(updated|modified|changed)$/i,
  /^(last_?)?(update|modification|change)_?(at|on|time|date|timestamp)?$/i,
  /^write_?date$|^system_?modstamp$|^_?modified_?on$/i,
];
const TIMES_OF_CREATION = [
  /^(created|inserted|added|logged|occurred|recorded)(_?(at|on|time|date|timestamp))?$/i,
  /^(date|time)_?(created|added)$/i,
  /^(creation|event|insert)_?(at|on|time|date|timestamp)$/i,
];

const TIMES = ['TIMESTAMP WITH TIME ZONE', 'TIMESTAMP'];
const INTEGERS = ['BIGINT', 'INTEGER'];

/**
 * Suggests by what rows are recognized and new ones found: the source's key; and a time of the last change, preferably
 * with a time zone and without NULLs, else one of creation, else what the source itself notices changes by, else a key
 * of one integer.
 */
export function suggestKeyAndCursor({
  columns,
  primaryKey,
  systemCursor = null,
}: Suggestible): KeyAndCursorSuggestion {
  const times = columns
    .filter(({ type }) => TIMES.includes(type))
    .sort((one, other) => rank(one) - rank(other));
  const named = (patterns: readonly RegExp[]) =>
    patterns
      .flatMap((pattern) => times.filter(({ name, nullable }) => !nullable && pattern.test(name)))
      .concat(patterns.flatMap((pattern) => times.filter(({ name }) => pattern.test(name))))
      .at(0);
  const key = { primaryKey: [...primaryKey], systemCursor };
  const changed = named(TIMES_OF_CHANGE);
  if (changed) return { ...key, cursor: cursor(changed, 'time_of_change') };
  const created = named(TIMES_OF_CREATION);
  if (created) return { ...key, cursor: cursor(created, 'time_of_creation') };
  if (systemCursor && primaryKey.length > 0)
    return { ...key, cursor: { column: systemCursor, reason: 'system_cursor', misses: [] } };
  const [only, ...others] = primaryKey;
  const growing = columns.find(({ name, type }) => name === only && INTEGERS.includes(type));
  if (growing && others.length === 0) return { ...key, cursor: cursor(growing, 'growing_key') };
  return { ...key, cursor: null };
}

const rank = ({ type, nullable }: Suggestible['columns'][number]) =>
  (nullable ? TIMES.length : 0) + TIMES.indexOf(type);

function cursor({ name, nullable }: Suggestible['columns'][number], reason: Cursor['reason']): Cursor {
  const misses: Cursor['misses'] = [];
  if (reason !== 'time_of_change') misses.push('changes');
  if (nullable) misses.push('nulls');
  return { column: name, reason, misses };
}
