import type { RequestTest } from '@headwater/shared/contract';
import { useSearchParams } from '@headwater/shared/routing';
import { Banner, Button, Cut, Note, Stack, styled } from '@headwater/shared/ui';
import { KindIcon } from '@headwater/shared/ui/table';
import { Tabs } from '@headwater/shared/ui/tabs';
import { CodeBlock } from '@headwater/shared/ui/workspace';
import { FailureText } from '../../failure-text.tsx';
import { messages } from '../../messages.ts';
import { ExchangeList } from './exchange-list.tsx';
import { prettyJson } from './pretty-json.ts';
import type { ToLine } from './to-line.ts';

interface ResultProps {
  stream: string;
  test: RequestTest;
  toLine: ToLine;
}

const VIEWS = ['requests', 'records', 'columns'] as const;
const QUERY = 'shown';

/** What came of the requests: the exchanges themselves, their records, and the columns of the table. */
export function RequestTestResult({ stream, test, toLine }: ResultProps) {
  const t = messages.use();
  const [query] = useSearchParams();
  const view = VIEWS.find((one) => one === query.get(QUERY)) ?? VIEWS[0];
  const counts = {
    requests: test.requests,
    records: test.recordCount,
    columns: test.columns.length,
  };
  const tabs = VIEWS.map((one) => {
    const to = new URLSearchParams(query);
    to.set(QUERY, one);
    return { to: `?${to}`, label: t(`request_test.tab.${one}`), count: counts[one], current: one === view };
  });
  return (
    <Stack gap={3}>
      <Verdict stream={stream} test={test} toLine={toLine} />
      <Tabs label={t('request_test.tabs', { stream })} tabs={tabs} />
      {view === 'requests' && <ExchangeList test={test} />}
      {view === 'records' && <Records test={test} />}
      {view === 'columns' && <Columns test={test} />}
    </Stack>
  );
}

function Verdict({ stream, test, toLine }: ResultProps) {
  const t = messages.use();
  const { failure, line, recordCount, pages, isStopped } = test;
  const place = line === null ? null : toLine(line);
  const button = place && (
    <Button size="small" onClick={place.go}>
      {place.label}
    </Button>
  );
  if (failure)
    return (
      <Banner tone="bad" role="alert" action={button}>
        <FailureText failure={failure} />
      </Banner>
    );
  if (recordCount === 0)
    return (
      <Banner tone="warn" role="status" action={button}>
        {t('request_test.nothing', { stream, pages })}
      </Banner>
    );
  return (
    <Note role="status">
      {t(isStopped ? 'request_test.found_first' : 'request_test.found', { records: recordCount, pages })}
    </Note>
  );
}

function Records({ test: { records, recordCount } }: { test: RequestTest }) {
  const t = messages.use();
  if (records.length === 0) return <Note>{t('request_test.no_records')}</Note>;
  return (
    <CodeBlock
      code={records.map(prettyJson).join('\n')}
      caption={t('request_test.first_records', { count: records.length, of: recordCount })}
    />
  );
}

function Columns({ test: { columns, isInferred } }: { test: RequestTest }) {
  const t = messages.use();
  if (columns.length === 0) return <Note>{t('request_test.no_columns')}</Note>;
  return (
    <Stack gap={2}>
      <Note>{t(isInferred ? 'request_test.inferred' : 'request_test.declared')}</Note>
      <List>
        {columns.map(({ name, kind, type }) => (
          <li key={name}>
            <KindIcon kind={kind} />
            <Cut title={name}>{name}</Cut>
            <Cut title={type}>{type}</Cut>
          </li>
        ))}
      </List>
    </Stack>
  );
}

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  maxHeight: 360,
  overflow: 'auto',
  fontSize: 'var(--size-13)',
  '& li': {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) minmax(0, max-content)',
    gap: 8,
    alignItems: 'center',
    padding: '6px 2px',
    borderBottom: 'var(--hair)',
  },
  '& li > :last-child': {
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--size-12)',
    color: 'var(--text-3)',
  },
});
