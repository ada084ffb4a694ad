import { useFormat } from '@headwater/shared/messages';
import type { Table } from '@headwater/shared/tables';
import { messages } from './messages.ts';

/** Returns a function that says when a table's connection was deleted, and by whom, if that is known. */
export function useDeletionText() {
  const t = messages.use();
  const { dateTime } = useFormat();
  return ({ at, by }: NonNullable<Table['connectionDeleted']>) =>
    by === null
      ? t('connection_deleted', { time: dateTime(at) })
      : t('connection_deleted_by', { time: dateTime(at), by });
}
