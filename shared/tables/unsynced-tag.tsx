import { Tag } from '@headwater/shared/ui/workspace';
import { tableMessages } from './table-messages.ts';
import type { Table } from './table.queries.ts';

/** Marks a table that is no longer synced, and shows why. */
export function UnsyncedTag({ selection }: Pick<Table, 'selection'>) {
  const t = tableMessages.use();
  return (
    <span title={t(selection === 'gone' ? 'unsynced.gone' : 'unsynced.deselected')}>
      <Tag>{t('unsynced.tag')}</Tag>
    </span>
  );
}
