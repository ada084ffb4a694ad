import { useFailureText } from '@headwater/shared/messages';
import type { Failure } from '@headwater/shared/contract';
import { Banner, Mono, Stack, styled } from '@headwater/shared/ui';
import { Frame, Mark } from '@headwater/shared/ui/workspace';
import { FailureButton } from '../failure-button.tsx';
import { FailureText } from '../failure-text.tsx';
import { messages } from '../messages.ts';
import { remedyOf, waitsForDecision } from '../remedy.ts';
import type { SourceConnection } from '../source.queries.ts';
import { SyncButton } from '../sync-button.tsx';
import type { SyncRun } from '../sync-run.queries.ts';
import { failuresOf, type TableFailure } from './failures.ts';
import { NextAttempt } from './next-attempt.tsx';

interface RunProps {
  source: SourceConnection;
  run: SyncRun;
}

/** Why a run or some of its tables failed, what to do about it, and whether it will be retried. */
export function RunFailure({ source, run }: RunProps) {
  const { whole, tables } = failuresOf(run);
  const isLast = source.lastRun?.id === run.id;
  return (
    <>
      {run.state === 'incomplete' && <Interrupted source={source} run={run} cause={whole} />}
      {whole && run.state !== 'incomplete' && (
        <Whole source={source} failure={whole} helps={isLast} hasTables={tables.length > 0} />
      )}
      {tables.length > 0 && <Tables source={source} run={run} failures={tables} helps={isLast} />}
    </>
  );
}

function Interrupted({ source, run, cause }: RunProps & { cause: Failure | null }) {
  const t = messages.use();
  return (
    <Banner tone="warn" action={<SyncButton source={source}>{t('details.resume')}</SyncButton>}>
      <Stack gap={2}>
        <div>
          <strong>{t('details.interrupted')}</strong> <NextAttempt at={run.retryAt} source={source} />
          <p>{t('run.resumes_from')}</p>
        </div>
        {cause && <FailureText failure={cause} quiet />}
        {cause && <OriginalError failure={cause} />}
      </Stack>
    </Banner>
  );
}

interface WholeProps extends Pick<RunProps, 'source'> {
  failure: Failure;
  /** Whether to offer a remedy, which only makes sense for the last run. */
  helps: boolean;
  /** Whether each table's own failure follows, and what is left of all of them. */
  hasTables: boolean;
}

function Whole({ source, failure, helps, hasTables }: WholeProps) {
  const t = messages.use();
  const { attempts } = failure.values;
  return (
    <Banner tone="bad" action={helps && <FailureButton failure={failure} source={source} />}>
      <Stack gap={2}>
        {hasTables && failure.code === 'retries_exhausted' ? (
          <strong>{t('run.given_up', { attempts: Number(attempts) })}</strong>
        ) : (
          <FailureText failure={failure} />
        )}
        {!hasTables && <p>{t('run.kept')}</p>}
        <OriginalError failure={failure} />
      </Stack>
    </Banner>
  );
}

interface TablesProps extends RunProps {
  failures: readonly TableFailure[];
  helps: boolean;
}

/** The failed tables, in a single list. */
function Tables({ source, run, failures, helps }: TablesProps) {
  const t = messages.use();
  const failureText = useFailureText();
  const waits = run.state === 'incomplete';
  // A run that is retried still waits for these.
  const undecided = failures.filter(({ failure }) => waitsForDecision(failure));
  const counts = { failed: failures.length, tables: run.streams.length };
  return (
    <Frame bleed role="group" aria-label={t('run.failed_tables', counts)}>
      <Head data-tone={waits ? 'warn' : 'bad'}>
        <Mark
          glyph={waits ? 'incomplete' : 'failed'}
          tone={waits ? 'warn' : 'bad'}
          words={t(waits ? 'run.interrupted_tables' : 'run.failed_tables', counts)}
        />
        {helps && <Buttons source={source} failures={waits ? undecided : failures} />}
      </Head>
      <List>
        {failures.map(({ tableName, failure }) => {
          const { message, fix } = failureText(failure);
          return (
            <li key={tableName}>
              <Mono>{tableName}</Mono>
              <Stack gap={1}>
                <p>{message}</p>
                {fix && <Fix>{fix}</Fix>}
                <OriginalError failure={failure} />
              </Stack>
            </li>
          );
        })}
      </List>
      {!waits && <Foot>{t('run.kept')}</Foot>}
    </Frame>
  );
}

/** One button for all tables that have the same remedy. */
function Buttons({ source, failures }: Pick<TablesProps, 'source' | 'failures'>) {
  const byRemedy = new Map<string, TableFailure[]>();
  for (const one of failures) {
    const remedy = `${remedyOf(one.failure)} ${one.failure.field}`;
    byRemedy.set(remedy, [...(byRemedy.get(remedy) ?? []), one]);
  }
  return (
    <ButtonRow>
      {[...byRemedy].map(([remedy, alike]) => (
        <FailureButton
          key={remedy}
          failure={alike[0]!.failure}
          source={source}
          tables={alike.map(({ tableName }) => tableName)}
        />
      ))}
    </ButtonRow>
  );
}

function OriginalError({ failure: { internalMessage } }: { failure: Failure }) {
  const t = messages.use();
  if (!internalMessage) return null;
  return (
    <Original>
      <summary>{t('details.raw')}</summary>
      <Mono>{internalMessage}</Mono>
    </Original>
  );
}

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 16px',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 44,
  padding: '6px 12px 6px 16px',
  borderBottom: '1px solid var(--line)',
  '&[data-tone="bad"]': { background: 'var(--bad-soft)', '--glyph-ink': 'var(--bad-soft)' },
  '&[data-tone="warn"]': { background: 'var(--warn-soft)', '--glyph-ink': 'var(--warn-soft)' },
});
const ButtonRow = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });
const List = styled('ul')({
  maxHeight: 420,
  overflow: 'auto',
  fontSize: 'var(--size-13)',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(120px, 220px) minmax(0, 1fr)',
    gap: '4px 24px',
    padding: '10px 16px',
    overflowWrap: 'anywhere',
  },
  '& > li + li': { borderTop: '1px solid var(--line)' },
  '@media (max-width: 600px)': { '& > li': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
const Fix = styled('p')({ color: 'var(--text-2)' });
const Foot = styled('p')({
  padding: '8px 16px 10px',
  borderTop: '1px solid var(--line)',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
});
const Original = styled('details')({
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  '& summary': { cursor: 'pointer', width: 'max-content', borderRadius: 2 },
  '& > span': { display: 'block', paddingTop: 4, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
});
