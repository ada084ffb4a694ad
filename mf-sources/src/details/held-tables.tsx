import { useErrorText, useFormat } from '@headwater/shared/messages';
import { liveKey, useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { decideHeldVersion, type Table } from '@headwater/shared/tables';
import { Banner, Button, Row, Stack, toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { tablesOf } from '../table.queries.ts';
import { useWorkspace } from '../workspace.ts';

/** Tables that lost most of their rows in a sync. The old version stays in use until someone makes a decision. */
export function HeldTables({ source }: { source: SourceConnection }) {
  const { organizationId } = useWorkspace();
  const tables = useQuery(tablesOf(organizationId, source.id)).data ?? [];
  const held = tables.filter((table) => table.held !== null);
  if (held.length === 0) return null;
  return (
    <Stack gap={2}>
      {held.map((table) => (
        <HeldTable key={table.id} table={table} held={table.held!} canDecide={source.can.edit} />
      ))}
    </Stack>
  );
}

interface HeldTableProps {
  table: Table;
  held: NonNullable<Table['held']>;
  canDecide: boolean;
}

function HeldTable({ table, held, canDecide }: HeldTableProps) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const decide = useDecision(table, held.version);
  const { tableName, rows, freshAsOf } = table;
  return (
    <Banner tone="warn">
      <Stack gap={2}>
        <strong>{t('held.title', { table: tableName, before: rows ?? 0, after: held.rows })}</strong>
        <p>
          {t('held.text', { since: dateTime(held.since), time: freshAsOf ? dateTime(freshAsOf) : '–' })}{' '}
          {!canDecide && t('held.read_only')}
        </p>
        {canDecide && (
          <Row gap={2}>
            {(['keep', 'accept'] as const).map((decision) => (
              <Button
                key={decision}
                size="small"
                busy={decide.isPending && decide.variables === decision}
                disabled={decide.isPending}
                onClick={() => decide.mutate(decision)}
              >
                {t(`held.${decision}`)}
              </Button>
            ))}
          </Row>
        )}
      </Stack>
    </Banner>
  );
}

function useDecision(table: Table, version: number) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const errorText = useErrorText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: 'accept' | 'keep') =>
      decideHeldVersion({ ...table, organizationId }, { decision, version }),
    onSuccess: (_, decision) => toast.success(t(`held.done_${decision}`, { table: table.tableName })),
    onError: (error) => toast.error(t('held.failed', { reason: errorText(error) })),
    // After an error as well: someone else may have decided.
    onSettled: () =>
      Promise.all(
        (['tables', 'source_connections', 'sync_runs'] as const).map((type) =>
          client.invalidateQueries({ queryKey: liveKey(type, organizationId) }),
        ),
      ),
  });
}
