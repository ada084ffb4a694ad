import { useFailureText, useFormat } from '@headwater/shared/messages';
import type { RunAttempt } from '@headwater/shared/contract';
import { Glyph, styled, type GlyphName } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { SyncRun } from '../sync-run.queries.ts';

const LOOKS: Record<NonNullable<RunAttempt['outcome']> | 'running', readonly [GlyphName, string]> = {
  running: ['syncing', '--info'],
  succeeded: ['synced', '--ok'],
  partially_succeeded: ['incomplete', '--warn'],
  incomplete: ['incomplete', '--warn'],
  failed: ['failed', '--bad'],
  canceled: ['skipped', '--icon'],
  lost: ['incomplete', '--warn'],
  interrupted: ['queued', '--icon'],
};

/** Whether a run's attempts say more than the run itself. */
export const hasStory = ({ attempts }: Pick<SyncRun, 'attempts'>) => attempts.length > 1;

/** The attempts of a run, newest first: how each ended, why, and how long it took. */
export function Attempts({ run }: { run: SyncRun }) {
  const t = messages.use();
  return (
    <Root aria-labelledby="run-attempts">
      <h2 id="run-attempts">{t('attempts.title')}</h2>
      <ol>
        {run.attempts.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
      </ol>
    </Root>
  );
}

function Attempt({ attempt: { number, outcome, startedAt, endedAt, failure } }: { attempt: RunAttempt }) {
  const t = messages.use();
  const { duration, exactTime, timestamp } = useFormat();
  const failureText = useFailureText();
  const [glyph, color] = LOOKS[outcome ?? 'running'];
  const clock = (iso: string) => timestamp(iso).split(' ')[1]?.split('.')[0] ?? iso;
  return (
    <Item>
      <i style={{ color: `var(${color})` }}>
        <Glyph name={glyph} />
      </i>
      <div>
        <p>
          <strong>{t('attempts.number', { number })}</strong> {t(`attempts.${outcome ?? 'running'}`)}
        </p>
        <small>
          <time dateTime={startedAt} title={exactTime(startedAt)}>
            {clock(startedAt)}
          </time>
          {endedAt && (
            <>
              {' '}
              {t('attempts.to')}{' '}
              <time dateTime={endedAt} title={exactTime(endedAt)}>
                {clock(endedAt)}
              </time>
            </>
          )}
        </small>
        {failure && <small>{failureText(failure).message}</small>}
      </div>
      {endedAt && <span>{duration(Date.parse(endedAt) - Date.parse(startedAt))}</span>}
    </Item>
  );
}

const Root = styled('section')({
  minWidth: 0,
  borderRadius: 'var(--radius)',
  border: '1px solid var(--line-2)',
  background: 'var(--surface)',
  padding: '12px 16px 16px',
  '& > h2': { fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)', marginBottom: 10 },
});
const Item = styled('li')({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '16px minmax(0, 1fr) auto',
  gap: '0 12px',
  paddingBottom: 16,
  fontSize: 'var(--size-13)',
  '& > i': { height: 16, marginTop: 2 },
  '& > span': { color: 'var(--text-2)', fontVariantNumeric: 'tabular-nums' },
  '& small': {
    display: 'block',
    fontSize: 'var(--size-12)',
    color: 'var(--text-2)',
    overflowWrap: 'anywhere',
  },
  '&:last-child': { paddingBottom: 0 },
  // The line from one attempt to the next.
  '&:not(:last-child)::before': {
    content: '""',
    position: 'absolute',
    inset: '22px auto 0 7.5px',
    borderLeft: '1px solid var(--line-2)',
  },
});
