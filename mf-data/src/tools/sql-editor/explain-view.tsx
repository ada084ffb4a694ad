import { ApiError } from '@headwater/shared/api';
import type { SqlPlanStep, SqlRun } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { Button, QueryBoundary, Row, Skeleton, styled } from '@headwater/shared/ui';
import { useId } from 'react';
import { messages } from '../../messages.ts';
import { Failure } from './failure.tsx';
import { sqlQueries } from './sql.queries.ts';

/** A query as it was when someone asked how it would run. */
export type Explained = Pick<SqlRun, 'sql' | 'parameters'>;

interface ExplainViewProps {
  organizationId: string;
  explained: Explained;
  /** What is written now. */
  sql: string;
  /** Explains what is written now. */
  onExplain(): void;
  onGoTo(position: number): void;
}

/** Says in sentences how a query would run. It doesn't run it. */
export function ExplainView({ organizationId, explained, sql, onExplain, onGoTo }: ExplainViewProps) {
  const t = messages.use();
  const plan = useQuery(sqlQueries.plan(organizationId, explained));
  const title = useId();
  const isOwn = plan.error instanceof ApiError && plan.error.status === 422;
  return (
    <Body aria-labelledby={title} tabIndex={0}>
      <h3 id={title}>{t('plan.title')}</h3>
      {explained.sql !== sql && sql.trim() !== '' && (
        <Row>
          <p>{t('plan.changed')}</p>
          <Button size="small" onClick={onExplain}>
            {t('plan.again')}
          </Button>
        </Row>
      )}
      {isOwn ? (
        <Failure error={plan.error} sql={explained.sql} onGoTo={onGoTo} />
      ) : (
        <QueryBoundary query={plan} thing={t('plan.thing')} loading={<Skeleton width="100%" height={160} />}>
          {({ steps }) => (
            <>
              <p>{t(steps.length === 0 ? 'plan.empty' : 'plan.text')}</p>
              <Steps>
                {steps.map((step, at) => (
                  <Step key={at} step={step} />
                ))}
              </Steps>
            </>
          )}
        </QueryBoundary>
      )}
    </Body>
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

const Body = styled('section')({
  display: 'grid',
  gap: 12,
  alignContent: 'start',
  flex: 1,
  padding: 16,
  overflow: 'auto',
  fontSize: 'var(--size-13)',
  '& p': { color: 'var(--text-2)' },
  '& > h3': { fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)' },
});
const Steps = styled('ol')({
  display: 'grid',
  gap: 12,
  margin: 0,
  paddingLeft: 24,
  listStyle: 'decimal',
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
