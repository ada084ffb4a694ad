import { Tag } from '@headwater/shared/ui/workspace';
import { tableMessages } from './table-messages.ts';
import type { Table } from './table.queries.ts';

/** Marks a table that is no longer synced although its connection is, and shows why. */
export function UnsyncedTag({
  selection,
}: {
  selection: Exclude<Table['selection'], 'selected' | 'connection_deleted' | 'view' | 'built_in'>;
}) {
  const t = tableMessages.use();
  return (
    <span title={t(`unsynced.${selection}`)}>
      <Tag>{t('unsynced.tag')}</Tag>
    </span>
  );
}
