import { useQuery } from '@headwater/shared/query';
import { Mono, Note, QueryBoundary, Skeleton, Stack, styled } from '@headwater/shared/ui';
import { ConfirmDialog } from '@headwater/shared/ui/menu';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { useNames } from '../../use-names.ts';
import { useWorkspace } from '../../workspace.ts';
import { ChangeLines } from './change-lines.tsx';
import { ImpactLines } from './impact-lines.tsx';
import { undecidedChangesOf, type Decision, type SchemaChange } from './schema-changes.queries.ts';
import { useDecision } from './use-decision.ts';

interface DecideAllProps {
  source: SourceConnection;
  decision: Decision;
  onClose(): void;
}

/** Asks before it decides about all pending changes at once, with those that break something. */
export function DecideAllDialog({ source, decision, onClose }: DecideAllProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const pending = useQuery(undecidedChangesOf(organizationId, source.id));
  const decide = useDecision(source);
  const decidable = decision === 'ignore' ? pending.data : pending.data?.filter((one) => one.canApprove);
  const count = decidable?.length ?? 0;
  return (
    <ConfirmDialog
      open
      wide
      title={t(`schema_changes.${decision}_all_title`)}
      confirm={t(`schema_changes.${decision}_count`, { count })}
      busy={decide.isPending || pending.isPending}
      disabledReason={!pending.isPending && count === 0 ? t('schema_changes.none_decidable') : undefined}
      onConfirm={() => decidable && decide.mutate({ decision, changes: decidable }, { onSettled: onClose })}
      onCancel={onClose}
    >
      <QueryBoundary
        query={pending}
        thing={t('schema_changes.thing')}
        loading={<Skeleton width="100%" height={120} />}
      >
        {(all) => <Effects decision={decision} all={all} />}
      </QueryBoundary>
    </ConfirmDialog>
  );
}

function Effects({ decision, all }: { decision: Decision; all: readonly SchemaChange[] }) {
  const t = messages.use();
  const namesOf = useNames();
  const tablesOf = (changes: readonly SchemaChange[]) => namesOf(changes.map(({ tableName }) => tableName));
  const blocked = decision === 'ignore' ? [] : all.filter(({ canApprove }) => !canApprove);
  const decided = all.filter((change) => !blocked.includes(change));
  const breaking = decided.filter((change) => change.breaking);
  const others = decided.filter((change) => !change.breaking);
  return (
    <Stack gap={4}>
      {decided.length > 0 && <p>{t(`schema_changes.${decision}_all_effect`)}</p>}
      {breaking.length > 0 && (
        <Stack gap={2}>
          <h3>{t('schema_changes.all_breaking', { count: breaking.length })}</h3>
          <List>
            {breaking.map((change) => (
              <BreakingChange key={change.id} change={change} />
            ))}
          </List>
        </Stack>
      )}
      {others.length > 0 && (
        <p>{t('schema_changes.all_others', { count: others.length, names: tablesOf(others) })}</p>
      )}
      {blocked.length > 0 && (
        <Note>{t('schema_changes.all_blocked', { count: blocked.length, names: tablesOf(blocked) })}</Note>
      )}
    </Stack>
  );
}

function BreakingChange({ change }: { change: SchemaChange }) {
  return (
    <li>
      <Mono>{change.tableName}</Mono>
      <ChangeLines change={change} />
      {change.impact.length > 0 && (
        <Note as="div">
          <ImpactLines change={change} />
        </Note>
      )}
    </li>
  );
}

const List = styled('ul')({
  display: 'grid',
  gap: 10,
  maxHeight: '40vh',
  overflow: 'auto',
  padding: 12,
  borderRadius: 'var(--radius)',
  background: 'var(--surface-2)',
  '& > li': { display: 'grid', gap: 2 },
});
