import { useFailureText, useFormat, useRejectionText } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { Link, paths } from '@headwater/shared/routing';
import {
  Banner,
  Button,
  Cut,
  Mono,
  QueryBoundary,
  Row,
  Skeleton,
  Stack,
  styled,
  Text,
} from '@headwater/shared/ui';
import { IconStop } from '@headwater/shared/ui/icons';
import { DataTable } from '@headwater/shared/ui/table';
import { Card, Frame, FrameFoot, ProgressBar } from '@headwater/shared/ui/workspace';
import { tableQueries } from '@headwater/shared/tables';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { importQueries, isBusy, type RejectedRow } from './import.queries.ts';
import { useImportActions } from './use-import-actions.ts';

/** How many tables are offered to be opened. */
const TABLES_SHOWN = 8;

type LastRun = NonNullable<SourceConnection['lastRun']>;

interface ImportOutcomeProps {
  organizationId: string;
  source: SourceConnection;
}

/** How far the last run of an import is, or what has come of it. */
export function ImportOutcome({ organizationId, source }: ImportOutcomeProps) {
  const run = source.lastRun;
  if (!run) return null;
  if (isBusy(source)) return <Running organizationId={organizationId} source={source} run={run} />;
  return (
    <Stack gap={3}>
      <Ended organizationId={organizationId} source={source} run={run} />
      {run.rowsRejected > 0 && <Rejected organizationId={organizationId} source={source} run={run} />}
    </Stack>
  );
}

interface RunProps extends ImportOutcomeProps {
  run: LastRun;
}

function Running({ organizationId, source, run }: RunProps) {
  const t = messages.use();
  const { cancel } = useImportActions(organizationId, source);
  const isWaiting = source.status === 'queued';
  return (
    <Card>
      <Text role="status">{isWaiting ? t('tool.waiting') : t('import.running', { rows: run.rowsRead })}</Text>
      <ProgressBar label={t('import.run_thing')} value={isWaiting ? 0 : null} />
      {source.can.sync && (
        <div>
          <Button
            size="small"
            icon={<IconStop />}
            busy={cancel.isPending || run.state === 'canceling'}
            onClick={() => cancel.mutate(run.id)}
          >
            {t('tool.cancel')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Ended({ organizationId, source, run }: RunProps) {
  const t = messages.use();
  const failureText = useFailureText();
  const failure = run.failure && failureText(run.failure);
  const log = (
    <Button size="small" to={paths.run(organizationId, source.id, run.id)}>
      {t('import.open_run')}
    </Button>
  );
  if (run.state === 'succeeded')
    return (
      <Banner tone={run.rowsRejected > 0 ? 'warn' : 'ok'} action={log}>
        <Stack gap={2}>
          <strong>{t('import.done', { rows: run.rowsLoaded })}</strong>
          {run.rowsRejected > 0 && <p>{t('import.rejected', { count: run.rowsRejected })}</p>}
          <Tables organizationId={organizationId} source={source} run={run} />
        </Stack>
      </Banner>
    );
  const isPart = run.state === 'partially_succeeded' || run.state === 'incomplete';
  return (
    <Banner tone={isPart ? 'warn' : run.state === 'canceled' ? 'info' : 'bad'} action={log}>
      <Stack gap={2}>
        <strong>{t(`import.state.${run.state}`)}</strong>
        {failure && (
          <p>
            {failure.message} {failure.fix}
          </p>
        )}
        {source.freshAsOf !== null && (
          <>
            <p>{t('import.kept')}</p>
            <Tables organizationId={organizationId} source={source} run={run} />
          </>
        )}
      </Stack>
    </Banner>
  );
}

/** The tables to open, and what has changed in them. */
function Tables({ organizationId, source, run }: RunProps) {
  const t = messages.use();
  const tables = useQuery(tableQueries.ofConnection(organizationId, source.id));
  const loaded = tables.data?.filter(({ version }) => version !== null).slice(0, TABLES_SHOWN) ?? [];
  return (
    <Row gap={3}>
      {loaded.map(({ tableName, version }) => {
        const path = paths.table(organizationId, source.id, tableName);
        return (
          <Row key={tableName} gap={3}>
            <Link to={path}>{t('import.open_table', { table: tableName })}</Link>
            {run.number > 1 && version !== null && version > 1 && (
              <Link to={`${path}?tab=versions`}>{t('import.see_changes')}</Link>
            )}
          </Row>
        );
      })}
    </Row>
  );
}

/** The rows that aren't in the table, each with its line and the reason. */
function Rejected({ organizationId, source, run }: RunProps) {
  const t = messages.use();
  const { number } = useFormat();
  const rejectionText = useRejectionText();
  const rows = useQuery(importQueries.rejectedRows(organizationId, source.id, run.id));
  return (
    <QueryBoundary
      query={rows}
      thing={t('import.rejected_thing')}
      loading={<Skeleton width="100%" height={120} />}
    >
      {(found) => (
        <Frame>
          <DataTable<RejectedRow>
            label={t('import.rejected_title')}
            rows={found}
            rowKey={({ id }) => id}
            columns={[
              {
                id: 'line',
                head: t('import.col_line'),
                align: 'end',
                width: 80,
                rowHead: true,
                cell: ({ line }) => (line === null ? '–' : number(line)),
              },
              {
                id: 'column',
                head: t('import.col_column'),
                hideBelow: 600,
                width: 120,
                cell: ({ column }) => <Cut title={column ?? ''}>{column ?? '–'}</Cut>,
              },
              {
                id: 'reason',
                head: t('import.col_reason'),
                cell: (row) => <Reason>{rejectionText(row)}</Reason>,
              },
              {
                id: 'raw',
                head: t('import.col_row'),
                hideBelow: 900,
                width: 200,
                cell: ({ raw }) => (
                  <Cut title={raw}>
                    <Mono>{raw}</Mono>
                  </Cut>
                ),
              },
            ]}
          />
          {run.rowsRejected > found.length && (
            <FrameFoot>
              <span>
                {t('import.rejected_shown', { shown: found.length, count: number(run.rowsRejected) })}
              </span>
              <Link to={paths.run(organizationId, source.id, run.id)}>{t('import.open_run')}</Link>
            </FrameFoot>
          )}
        </Frame>
      )}
    </QueryBoundary>
  );
}

// In the log, the reason goes on with a sentence.
const Reason = styled('span')({ display: 'block', '&::first-letter': { textTransform: 'uppercase' } });
