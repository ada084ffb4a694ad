import { useFormat } from '@headwater/shared/messages';
import { paths } from '@headwater/shared/routing';
import { Button, Mono, Note, styled, Text } from '@headwater/shared/ui';
import { Frame, Tag } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { useWorkspace } from '../../workspace.ts';
import { ChangeLines } from './change-lines.tsx';
import { ImpactLines } from './impact-lines.tsx';
import type { SchemaChange } from './schema-changes.queries.ts';
import { useDecision } from './use-decision.ts';

interface PendingChangeProps {
  source: SourceConnection;
  change: SchemaChange;
}

/** A change that waits for a decision: what it is, what it hits, and what each decision does. */
export function PendingChange({ source, change }: PendingChangeProps) {
  const t = messages.use();
  const { dateTime } = useFormat();
  return (
    <Frame as="section" aria-labelledby={`change-${change.id}`}>
      <Body>
        <header>
          <h3 id={`change-${change.id}`}>
            <Mono>{change.tableName}</Mono>
          </h3>
          {change.breaking && <Tag tone="warn">{t('schema_changes.breaking')}</Tag>}
          <Text tone="dim" size={12}>
            {t('schema_changes.found', { time: dateTime(change.foundAt) })}
          </Text>
        </header>
        <ChangeLines change={change} />
        {change.impact.length > 0 && (
          <Impact>
            <strong>{t('schema_changes.impact')}</strong>
            <ImpactLines change={change} />
          </Impact>
        )}
        {change.holdsTable && change.table === null && <Note>{t('schema_changes.held')}</Note>}
      </Body>
      {source.can.edit ? (
        <Decisions source={source} change={change} />
      ) : (
        <Foot>
          <Note>{t('schema_changes.read_only')}</Note>
        </Foot>
      )}
    </Frame>
  );
}

/** Each decision beside what it does. */
function Decisions({ source, change }: PendingChangeProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const decide = useDecision(source);
  const effect = effectOf(change);
  const settings = `${paths.selectData(organizationId, source.id)}?table=${encodeURIComponent(change.tableName)}&panel=keep`;
  const running = decide.isPending ? decide.variables.decision : null;
  return (
    <Foot>
      <Choices>
        {change.canApprove ? (
          <Button
            size="small"
            busy={running === 'approve'}
            disabled={running !== null}
            onClick={() => decide.mutate({ decision: 'approve', changes: [change] })}
          >
            {t('schema_changes.approve')}
          </Button>
        ) : (
          <Button size="small" to={settings}>
            {t('schema_changes.choose_settings')}
          </Button>
        )}
        <Note>
          {change.canApprove
            ? t(`schema_changes.approve_${effect}`, { lost: change.removedColumns.total })
            : t('schema_changes.needs_settings')}
        </Note>
        <Button
          size="small"
          busy={running === 'ignore'}
          disabled={running !== null}
          onClick={() => decide.mutate({ decision: 'ignore', changes: [change] })}
        >
          {t('schema_changes.ignore')}
        </Button>
        <Note>{t(`schema_changes.ignore_${effect}`)}</Note>
      </Choices>
    </Foot>
  );
}

/** What kind of effect a decision has. */
function effectOf({ table, holdsTable, addedColumns }: SchemaChange) {
  if (table !== null) return `table_${table}` as const;
  if (holdsTable) return 'held';
  return addedColumns.total > 0 ? 'columns' : 'none';
}

const Body = styled('div')({
  display: 'grid',
  gap: 10,
  padding: '12px 16px 14px',
  fontSize: 'var(--size-13)',
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' },
  '& > header > h3': { overflowWrap: 'anywhere', fontSize: 'var(--size-14)' },
  '& > header > :last-child': { marginLeft: 'auto' },
});
const Impact = styled('div')({
  display: 'grid',
  gap: 2,
  overflowWrap: 'anywhere',
  '& > strong': { fontWeight: 'var(--weight-medium)' },
});
const Foot = styled('div')({
  padding: '10px 16px',
  borderTop: 'var(--hair)',
  background: 'var(--surface-2)',
});
const Choices = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '8px 12px',
  alignItems: 'center',
});
