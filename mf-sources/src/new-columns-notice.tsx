import { paths } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import { messages } from './messages.ts';
import type { SourceConnection } from './source.queries.ts';
import { useWorkspace } from './workspace.ts';

const NAMED = 5;

interface NewColumnsNoticeProps {
  source: SourceConnection;
  tables: readonly { tableName: string; newColumns: readonly string[] }[];
}

/** Columns that came at the source after its tables were listed: no sync reads them until the list is refreshed. */
export function NewColumnsNotice({ source, tables }: NewColumnsNoticeProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const names = tables.flatMap(({ tableName, newColumns }) =>
    newColumns.map((name) => `${tableName}.${name}`),
  );
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
