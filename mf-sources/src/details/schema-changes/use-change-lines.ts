import { useFormat } from '@headwater/shared/messages';
import { messages } from '../../messages.ts';
import { useNames } from '../../use-names.ts';
import type { SchemaChange } from './schema-changes.queries.ts';

interface Listed<T> {
  total: number;
  first: readonly T[];
}

/** How many columns with another type have a line of their own. */
const RETYPED = 8;

/** What has changed in a table, in words. */
export interface ChangeLine {
  kind: 'added' | 'removed' | 'changed';
  text: string;
}

/** Returns what has changed in a table, one line for each kind of change. */
export function useChangeLines() {
  const t = messages.use();
  const namesOf = useNames();
  const list = <T>({ total, first }: Listed<T>, write: (column: T) => string) =>
    namesOf(first.map(write), total);
  return (change: SchemaChange): ChangeLine[] => {
    const { table, addedColumns, removedColumns, retypedColumns, nullableColumns, key } = change;
    if (table !== null) return [{ kind: table, text: t(`schema_changes.table_${table}`) }];
    const withType = ({ name, type }: { name: string; type: string }) => `${name} (${type})`;
    const lines: ChangeLine[] = [];
    const push = (kind: ChangeLine['kind'], text: string) => lines.push({ kind, text });
    if (removedColumns.total > 0)
      push('removed', t('schema_changes.removed', { names: list(removedColumns, withType) }));
    for (const { name, from, to, change: effect } of retypedColumns.first.slice(0, RETYPED))
      push('changed', t(`schema_changes.${effect}`, { name, from, to }));
    const more = retypedColumns.total - Math.min(RETYPED, retypedColumns.first.length);
    if (more > 0) push('changed', t('schema_changes.retyped_more', { count: more }));
    if (addedColumns.total > 0)
      push('added', t('schema_changes.added', { names: list(addedColumns, withType) }));
    if (key)
      push(
        'changed',
        t('schema_changes.key', {
          from: key.from.join(', ') || t('schema_changes.no_key'),
          to: key.to.join(', ') || t('schema_changes.no_key'),
        }),
      );
    if (nullableColumns.total > 0)
      push(
        'changed',
        t('schema_changes.nullable', {
          names: list(nullableColumns, ({ name, nullable }) =>
            t(nullable ? 'schema_changes.may_be_null' : 'schema_changes.never_null', { name }),
          ),
        }),
      );
    return lines;
  };
}

/** Returns who decided about a change, and when. */
export function useDecisionText() {
  const t = messages.use();
  const { dateTime } = useFormat();
  return ({ state, decidedBy, decidedAt }: SchemaChange): string => {
    const time = decidedAt === null ? '' : dateTime(decidedAt);
    if (state === 'pending') return '';
    if (decidedBy === null) return t('schema_changes.by_policy', { time });
    return t('schema_changes.by_person', { by: decidedBy, time });
  };
}
