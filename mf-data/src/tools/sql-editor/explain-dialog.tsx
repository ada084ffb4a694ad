import { ApiError } from '@headwater/shared/api';
import type { SqlPlanStep } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { QueryBoundary, Skeleton, styled } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { messages } from '../../messages.ts';
import { Failure } from './failure.tsx';
import { sqlQueries } from './sql.queries.ts';

interface ExplainDialogProps {
  organizationId: string;
  sql: string;
  parameters: Readonly<Record<string, string | null>>;
  onGoTo(position: number): void;
  onClose(): void;
}

/** Says in sentences how a query would run. It doesn't run it. */
export function ExplainDialog({ organizationId, sql, parameters, onGoTo, onClose }: ExplainDialogProps) {
  const t = messages.use();
  const plan = useQuery(sqlQueries.plan(organizationId, { sql, parameters }));
  const isOwn = plan.error instanceof ApiError && plan.error.status === 422;
  return (
    <Dialog open wide title={t('plan.title')} onClose={onClose}>
      {isOwn ? (
        <Failure
          error={plan.error}
          sql={sql}
          onGoTo={(position) => {
            onClose();
            onGoTo(position);
          }}
        />
      ) : (
        <QueryBoundary query={plan} thing={t('plan.thing')} loading={<Skeleton width="100%" height={160} />}>
          {({ steps }) => (
            <Body>
              <p>{t(steps.length === 0 ? 'plan.empty' : 'plan.text')}</p>
              <Steps>
                {steps.map((step, at) => (
                  <Step key={at} step={step} />
                ))}
              </Steps>
            </Body>
          )}
        </QueryBoundary>
      )}
    </Dialog>
  );
}

function Step({ step }: { step: SqlPlanStep }) {
  const t = messages.use();
  const { number } = useFormat();
  const { kind, operator, table, columns, conditions, top, join, rows } = step;
  return (
    <li>
      <span>
        {kind === 'read' && table !== null && columns !== null
          ? t('plan.read', { table, ...columns })
          : kind === 'join'
            ? t('plan.join', { join: join ?? 'CROSS' })
            : kind === 'group'
              ? t('plan.group', { all: operator === 'UNGROUPED_AGGREGATE' ? 'yes' : 'no' })
              : kind === 'top' && top !== null
                ? t('plan.top', { count: number(top) })
                : kind === 'other' || kind === 'read'
                  ? t('plan.other', { operator })
                  : t(`plan.${kind === 'top' ? 'sort' : kind}`)}
      </span>
      {conditions.length > 0 && <code>{conditions.join(' · ')}</code>}
      {rows !== null && <small>{t('plan.rows', { count: rows, rows: number(rows) })}</small>}
    </li>
  );
}

const Body = styled('div')({ display: 'grid', gap: 12, '& > p': { color: 'var(--text-2)' } });
const Steps = styled('ol')({
  display: 'grid',
  gap: 12,
  margin: 0,
  paddingLeft: 24,
  '& > li::marker': { color: 'var(--text-3)', fontVariantNumeric: 'tabular-nums' },
  '& > li > *': { display: 'block' },
  '& code': {
    fontFamily: 'var(--font-mono)',
    fontSize: 12,
    overflowWrap: 'anywhere',
    color: 'var(--text-2)',
  },
  '& small': { fontSize: 'var(--size-12)', color: 'var(--text-3)' },
});
