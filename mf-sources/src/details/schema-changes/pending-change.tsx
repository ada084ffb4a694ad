import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { paths } from '@headwater/shared/routing';
import { Button, Mono, Row, Stack, styled, Text, toast } from '@headwater/shared/ui';
import { Frame, Tag } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { useWorkspace } from '../../workspace.ts';
import { decideChange, type Decision, type SchemaChange } from './schema-changes.queries.ts';
import { useChangeLines, useImpactLines } from './use-change-lines.ts';

interface PendingChangeProps {
  source: SourceConnection;
  change: SchemaChange;
}

/** A change that waits for a decision: what it is, what it hits, and what each decision does. */
export function PendingChange({ source, change }: PendingChangeProps) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const lines = useChangeLines()(change);
  const impact = useImpactLines()(change);
  return (
    <Frame>
      <Body aria-labelledby={`change-${change.id}`}>
        <Row gap={2}>
          <Name id={`change-${change.id}`}>
            <Mono>{change.tableName}</Mono>
          </Name>
          {change.breaking && <Tag tone="warn">{t('schema_changes.breaking')}</Tag>}
          <Text tone="muted">{t('schema_changes.found', { time: dateTime(change.foundAt) })}</Text>
        </Row>
        <Lines lines={lines} />
        {impact.length > 0 && (
          <Stack gap={1}>
            <strong>{t('schema_changes.impact')}</strong>
            <Lines lines={impact} />
          </Stack>
        )}
        {change.holdsTable && change.table === null && <p>{t('schema_changes.held')}</p>}
        {source.can.edit ? (
          <Decisions source={source} change={change} />
        ) : (
          <Text tone="muted">{t('schema_changes.read_only')}</Text>
        )}
      </Body>
    </Frame>
  );
}

function Decisions({ source, change }: PendingChangeProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const decide = useDecision(source, change);
  const effect = effectOf(change);
  const settings = `${paths.selectData(organizationId, source.id)}?table=${encodeURIComponent(change.tableName)}&panel=keep`;
  return (
    <>
      <Effects>
        <li>
          {change.canApprove ? t(`schema_changes.approve_${effect}`) : t('schema_changes.needs_settings')}
        </li>
        <li>{t(`schema_changes.ignore_${effect}`)}</li>
      </Effects>
      <Row gap={2}>
        {change.canApprove ? (
          <Button
            size="small"
            variant="primary"
            busy={decide.isPending && decide.variables === 'approve'}
            disabled={decide.isPending}
            onClick={() => decide.mutate('approve')}
          >
            {t('schema_changes.approve')}
          </Button>
        ) : (
          <Button size="small" variant="primary" to={settings}>
            {t('schema_changes.choose_settings')}
          </Button>
        )}
        <Button
          size="small"
          busy={decide.isPending && decide.variables === 'ignore'}
          disabled={decide.isPending}
          onClick={() => decide.mutate('ignore')}
        >
          {t('schema_changes.ignore')}
        </Button>
      </Row>
    </>
  );
}

/** What kind of effect a decision has. */
function effectOf({ table, holdsTable }: SchemaChange): 'table_added' | 'table_removed' | 'held' | 'columns' {
  if (table !== null) return `table_${table}`;
  return holdsTable ? 'held' : 'columns';
}

function useDecision(source: SourceConnection, { id, tableName }: SchemaChange) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const errorText = useErrorText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) => decideChange(organizationId, source.id, id, decision),
    onSuccess: (_, decision) => toast.success(t(`schema_changes.done_${decision}`, { table: tableName })),
    onError: (error) => toast.error(t('schema_changes.failed', { reason: errorText(error) })),
    // After an error as well: someone else may have decided, or the source may have changed again.
    onSettled: () =>
      Promise.all(
        ['schema_changes', 'source_connections', 'catalogs'].map((type) =>
          client.invalidateQueries({ queryKey: [type, organizationId] }),
        ),
      ),
  });
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <Effects>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Effects>
  );
}

const Body = styled('section')({ display: 'grid', gap: 12, padding: 16 });
const Name = styled('h3')({ margin: 0, overflowWrap: 'anywhere' });
const Effects = styled('ul')({ display: 'grid', gap: 4, overflowWrap: 'anywhere' });
