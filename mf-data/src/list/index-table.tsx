import { isMade, type IndexedTable, type TableIndexAttributes } from '@headwater/shared/contract';
import { useParams } from '@headwater/shared/routing';
import type { IndexSearch } from '@headwater/shared/tables';
import { TableShell } from '@headwater/shared/ui/table';
import { Frame, FrameFoot } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { SourcePart } from './source-part.tsx';
import { useIndexColumns } from './use-index-columns.tsx';

interface IndexTableProps {
  index: TableIndexAttributes;
  search: IndexSearch;
}

/** The tables as a tree: connections, their schemas, and the tables in these. */
export function IndexTable({ index: { groups }, search }: IndexTableProps) {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const tables = groups.flatMap(({ schemas }) => schemas.flatMap((schema) => schema.tables));
  const columns = useIndexColumns(organizationId).filter(
    ({ id }) => (id !== 'actions' || tables.some(isUnsynced)) && (id !== 'owner' || tables.some(isOwned)),
  );
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  return (
    <Frame bleed>
      <TableShell label={t('list.title')} columns={columns}>
        {groups.map((group) => (
          <SourcePart key={group.sourceConnectionId} group={group} search={search} columns={columns} />
        ))}
      </TableShell>
      <FrameFoot role="status">{t('list.total', { tables: total, sources: groups.length })}</FrameFoot>
    </Frame>
  );
}

const isUnsynced = ({ selection }: IndexedTable) => selection !== 'selected' && !isMade(selection);
const isOwned = ({ owner }: IndexedTable) => owner !== null;
