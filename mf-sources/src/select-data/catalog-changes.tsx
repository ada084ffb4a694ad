import type { CatalogChanges as Changes } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { Banner, Button, Stack, styled, toast } from '@headwater/shared/ui';
import { catalogQueries, dismissChanges } from '../catalog.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';

/** More than a reader goes through is counted. */
const LINES_AT_MOST = 8;
const NAMES_AT_MOST = 6;

interface CatalogChangesProps {
  source: SourceConnection;
  changes: Changes;
}

/** What is another at the source than when somebody last took note of it; stays until somebody does. */
export function CatalogChanges({ source, changes }: CatalogChangesProps) {
  const t = messages.use();
  const lines = useLines(changes);
  const more = lines.length - LINES_AT_MOST;
  const costs =
    changes.removedTables.some(({ wasSelected }) => wasSelected) ||
    changes.changedTables.some(
      ({ selected, removedColumns, retypedColumns }) =>
        selected && removedColumns.length + retypedColumns.length > 0,
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
          {lines.slice(0, LINES_AT_MOST).map((line) => (
            <li key={line}>{line}</li>
          ))}
          {more > 0 && <li>{t('changes.more', { count: more })}</li>}
        </Lines>
      </Stack>
    </Banner>
  );
}

function useLines({ addedTables, removedTables, changedTables }: Changes): string[] {
  const t = messages.use();
  const list = (names: readonly string[]) =>
    names.length > NAMES_AT_MOST ? `${names.slice(0, NAMES_AT_MOST).join(', ')}, …` : names.join(', ');
  const lost = removedTables.filter(({ wasSelected }) => wasSelected).length;
  const ofTables: string[] = [];
  if (removedTables.length > 0) {
    const names = list(removedTables.map(({ tableName }) => tableName));
    ofTables.push(t('changes.removed', { count: removedTables.length, names }));
  }
  if (lost > 0) ofTables.push(t('changes.lost', { count: lost }));
  if (addedTables.length > 0)
    ofTables.push(t('changes.added', { count: addedTables.length, names: list(addedTables) }));
  const selectedFirst = changedTables.toSorted((one, other) => Number(other.selected) - Number(one.selected));
  const ofColumns = selectedFirst.flatMap(({ tableName: table, ...columns }) => [
    ...columns.retypedColumns.map(({ name, from, to }) => t('changes.retyped', { table, name, from, to })),
    ...(columns.removedColumns.length > 0
      ? [t('changes.columns_removed', { table, names: list(columns.removedColumns) })]
      : []),
    ...(columns.addedColumns.length > 0
      ? [t('changes.columns_added', { table, names: list(columns.addedColumns) })]
      : []),
  ]);
  return [...ofTables, ...ofColumns];
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
