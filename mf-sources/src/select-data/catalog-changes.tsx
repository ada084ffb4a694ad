import type { CatalogChanges as Changes, ChangedTable } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { Banner, Button, Stack, styled, toast } from '@headwater/shared/ui';
import { catalogQueries, dismissChanges } from '../catalog.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';

/** Changed tables are listed until there are this many lines, and the remaining tables are counted. */
const ENOUGH_LINES = 8;

interface CatalogChangesProps {
  source: SourceConnection;
  changes: Changes;
}

/** What has changed at the source since someone last dismissed this notice. It stays until someone dismisses it. */
export function CatalogChanges({ source, changes }: CatalogChangesProps) {
  const t = messages.use();
  const lines = useLines(changes);
  const costs =
    changes.removedTables.selected > 0 ||
    changes.changedTables.first.some(
      ({ selected, removedColumns, retypedColumns }) =>
        selected && removedColumns.total + retypedColumns.total > 0,
    );
  return (
    <Banner
      tone={costs ? 'warn' : 'info'}
      role="note"
      action={source.can.edit && <DismissButton source={source} />}
    >
      <Stack gap={1}>
        <strong>{t('changes.title')}</strong>
        <Lines>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Lines>
      </Stack>
    </Banner>
  );
}

function useLines({ addedTables, removedTables, changedTables }: Changes): string[] {
  const t = messages.use();
  const linesOf = useLinesOfTable();
  const list = useNames();
  const lines: string[] = [];
  if (removedTables.total > 0)
    lines.push(t('changes.removed', { count: removedTables.total, names: list(removedTables) }));
  if (removedTables.selected > 0) lines.push(t('changes.lost', { count: removedTables.selected }));
  if (addedTables.total > 0)
    lines.push(t('changes.added', { count: addedTables.total, names: list(addedTables) }));
  let listed = 0;
  for (const table of changedTables.first) {
    if (lines.length >= ENOUGH_LINES) break;
    lines.push(...linesOf(table));
    listed += 1;
  }
  if (listed < changedTables.total) lines.push(t('changes.more', { count: changedTables.total - listed }));
  return lines;
}

function useLinesOfTable() {
  const t = messages.use();
  const list = useNames();
  return ({ tableName: table, retypedColumns, removedColumns, addedColumns }: ChangedTable): string[] => {
    const lines = retypedColumns.first.map(({ name, from, to }) =>
      t('changes.retyped', { table, name, from, to }),
    );
    const more = retypedColumns.total - retypedColumns.first.length;
    if (more > 0) lines.push(t('changes.retyped_more', { table, count: more }));
    if (removedColumns.total > 0)
      lines.push(t('changes.columns_removed', { table, names: list(removedColumns) }));
    if (addedColumns.total > 0) lines.push(t('changes.columns_added', { table, names: list(addedColumns) }));
    return lines;
  };
}

/** Formats a list of names: "orders, refunds and 312 more". */
function useNames() {
  const t = messages.use();
  return ({ first, total }: { first: readonly string[]; total: number }) =>
    t('changes.names', { names: first.join(', '), more: total - first.length });
}

function DismissButton({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const client = useQueryClient();
  const errorText = useErrorText();
  const { queryKey } = catalogQueries.one(organizationId, source.id);
  const dismiss = useMutation({
    mutationFn: () => dismissChanges(organizationId, source.id),
    onSuccess: () => client.setQueryData(queryKey, (catalog) => catalog && { ...catalog, changes: null }),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Button size="small" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
      {t('changes.dismiss')}
    </Button>
  );
}

const Lines = styled('ul')({ display: 'grid', gap: 2, overflowWrap: 'anywhere' });
