import { ApiError } from '@headwater/shared/api';
import { withCalendar, type Query, type QueryFilter, type QueryResult } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { useCalendar } from '@headwater/shared/session';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { Button, QueryBoundary, Skeleton, styled } from '@headwater/shared/ui';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { useMemo } from 'react';
import { messages } from '../messages.ts';
import {
  ChartBuilder,
  type ChartChoice,
  chartIn,
  CompareSelect,
  filterIn,
  isLasting,
  queryFor,
  resultQuery,
  withChart,
  withoutChart,
} from '@headwater/shared/figures';
import { ChartView } from './chart/chart-view.tsx';
import { FilterBar } from './rows/filter-bar.tsx';

interface TableChartProps {
  address: TableAddress;
  table: Table;
  version: number;
}

/** A chart of the rows that match, with what it shows in the URL. */
export function TableChart({ address, table, version }: TableChartProps) {
  const calendar = useCalendar();
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const { choice, query } = useMemo(() => {
    const given = new URLSearchParams(text);
    const chosen = chartIn(given, table.columns);
    const asked = queryFor(chosen, table.columns, filterIn(given), calendar.zone);
    return { choice: chosen, query: withCalendar(asked, calendar) };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the calendar's object is new each time
  }, [text, table.columns, calendar.zone, calendar.weekStart]);
  const result = useQuery(resultQuery(address, version, query, choice.compare ?? undefined));
  const choose = (next: Partial<ChartChoice>) =>
    setSearch((latest) => withChart(latest, { ...chartIn(latest, table.columns), ...next }), {
      replace: true,
    });
  return (
    <Split>
      <ChartBuilder
        columns={table.columns}
        choice={choice}
        result={result.isPlaceholderData ? undefined : result.data}
        filters={<FilterBar address={address} version={version} columns={table.columns} />}
        compare={
          <CompareSelect query={query} value={choice.compare} onChange={(compare) => choose({ compare })} />
        }
        onChoose={choose}
      />
      <section aria-label={messages.use()('chart.region')} aria-busy={result.isFetching || undefined}>
        <Result
          address={address}
          table={table}
          query={query}
          choice={choice}
          result={result}
          filter={filterIn(search)}
          onMark={(mark) => choose({ mark })}
        />
      </section>
    </Split>
  );
}

interface ResultProps {
  address: TableAddress;
  table: Table;
  query: Query;
  choice: ChartChoice;
  filter: QueryFilter;
  result: ReturnType<typeof useQuery<QueryResult>>;
  onMark(mark: ChartChoice['mark']): void;
}

/** Errors of a link's chart. They name what doesn't fit. */
const isUnfit = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.status === 422 && (error.code ?? '').startsWith('query_');

function Result({ result, ...rest }: ResultProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const [search, setSearch] = useSearchParams();
  if (isUnfit(result.error))
    return (
      <EmptyState
        title={t('chart.unfit')}
        action={<Button onClick={() => setSearch(withoutChart(search))}>{t('chart.start_over')}</Button>}
      >
        {errorText(result.error)}
      </EmptyState>
    );
  if (isLasting(result.error))
    return <EmptyState title={t('chart.unfit')}>{errorText(result.error)}</EmptyState>;
  return (
    <QueryBoundary query={result} thing={t('chart.thing')} loading={<Skeleton width="100%" height={420} />}>
      {(found) => <ChartView {...rest} result={found} isOld={result.isPlaceholderData} />}
    </QueryBoundary>
  );
}

const Split = styled('div')({
  display: 'grid',
  gridTemplateColumns: '280px minmax(0, 1fr)',
  flex: '1 0 auto',
  margin: '0 -24px -40px',
  borderTop: 'var(--hair)',
  'nav + &': { marginTop: -17 },
  '& > section': { padding: '20px 24px 32px', minWidth: 0 },
  '@media (max-width: 900px)': {
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    '& > section': { padding: '16px 24px 24px', borderTop: 'var(--hair)' },
  },
  '@media (max-width: 600px)': {
    margin: '0 -16px -32px',
    'nav + &': { marginTop: -15 },
    '& > section': { padding: '16px 16px 24px' },
  },
});
