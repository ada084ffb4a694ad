import { paths } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import { messages } from './messages.ts';
import type { SourceConnection } from './source.queries.ts';
import { useWorkspace } from './workspace.ts';

const NAMED = 5;

interface NewColumnsNoticeProps {
  source: SourceConnection;
  tables: readonly TableRead[];
}

interface TableRead {
  tableName: string;
  newColumns: readonly string[];
  /** When the table was read; null while it is being read. */
  readAt: string | null;
}

/**
 * Shows columns that were added at the source after its tables were listed: no sync reads them until the list is
 * refreshed. After that, there is nothing left to do, and nothing is shown.
 */
export function NewColumnsNotice({ source, tables }: NewColumnsNoticeProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const names = tables
    .filter((table) => !isRefreshed(source, table))
    .flatMap(({ tableName, newColumns }) => newColumns.map((name) => `${tableName}.${name}`));
  if (names.length === 0) return null;
  const action = source.can.edit && (
    <Button size="small" to={paths.selectData(organizationId, source.id)}>
      {t('new_columns.refresh')}
    </Button>
  );
  return (
    <Banner tone="info" role="note" action={action}>
      {t('new_columns.text', {
        count: names.length,
        names: names.slice(0, NAMED).join(', '),
        more: Math.max(0, names.length - NAMED),
      })}
    </Banner>
  );
}

const isRefreshed = ({ discoveredAt }: SourceConnection, { readAt }: TableRead) =>
  discoveredAt !== null && readAt !== null && discoveredAt > readAt;
