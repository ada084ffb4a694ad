import { paths } from '@headwater/shared/routing';
import type { TableAddress } from '@headwater/shared/tables';
import { Text, TextLink } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { useTableById } from '../frame/table-choice.tsx';

/** Leads to where a table's columns are masked. What is made of other tables has no masks of its own. */
export function WhereToMask({ tableId, ...table }: TableAddress & { tableId: string }) {
  const t = messages.use();
  const { organizationId, sourceConnectionId, tableName } = table;
  const selection = useTableById(organizationId, tableId)?.selection;
  if (!selection || selection === 'built_in' || selection === 'connection_deleted') return null;
  const [text, link, to] =
    selection === 'view'
      ? [
          t('pii.mask_view'),
          t('pii.mask_lineage'),
          `${paths.table(organizationId, sourceConnectionId, tableName)}?tab=lineage`,
        ]
      : [
          t('pii.mask_effect'),
          t('pii.mask'),
          `${paths.selectData(organizationId, sourceConnectionId)}?table=${encodeURIComponent(tableName)}`,
        ];
  return (
    <Text tone="dim" size={13}>
      {text} <TextLink to={to}>{link}</TextLink>
    </Text>
  );
}
