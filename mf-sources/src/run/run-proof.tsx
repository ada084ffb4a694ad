import { useFormat } from '@headwater/shared/messages';
import { useSearchParams } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { Mark, Proof } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { isActive, type SyncRun } from '../sync-run.queries.ts';
import { proofOf, type RunProof as Figures } from './proof.ts';
import { RejectedRows } from './rejected-rows.tsx';

/** read = written + unchanged + left out + rejected, over the tables that the run has committed, with a button for the rejected rows. */
export function RunProof({ source, run }: { source: SourceConnection; run: SyncRun }) {
  const t = messages.use();
  const { number } = useFormat();
  const [query, setQuery] = useSearchParams();
  const proof = proofOf(run);
  const { read, written, unchanged, filtered, rejected, committed, held, unswapped } = proof;
  const shown = query.get('rejected') === 'shown' && rejected > 0;
  const toggle = () => {
    const next = new URLSearchParams(query);
    if (shown) next.delete('rejected');
    else next.set('rejected', 'shown');
    setQuery(next, { replace: true });
  };
  const button = rejected > 0 && (
    <Button size="small" aria-expanded={shown} onClick={toggle}>
      {shown ? t('run.rejected_hide') : t('run.rejected_button', { count: rejected })}
    </Button>
  );
  const isReading = isActive(run) || run.state === 'incomplete';
  const notes = [
    held > 0 && t('run.on_hold', { count: held, rows: number(held) }),
    unswapped > 0 && t('run.unswapped', { count: unswapped, rows: number(unswapped) }),
  ].filter((note) => note !== false);
  return (
    <>
      <Proof
        equation={committed > 0 ? { read, written, unchanged, filtered, rejected } : null}
        rowsRead={run.rowsRead}
        isReading={isReading}
        verdict={<Verdict proof={proof} />}
        note={!isReading && notes.join(' ')}
        action={button}
      />
      {shown && <RejectedRows source={source} run={run} />}
    </>
  );
}

const LOOKS = {
  missing: ['action', 'bad'],
  counting: ['syncing', 'info'],
  interrupted: ['incomplete', 'none'],
  canceled: ['skipped', 'none'],
  none: ['skipped', 'none'],
  empty: ['synced', 'none'],
  some: ['synced', 'ok'],
  all: ['synced', 'ok'],
} as const;

function Verdict({ proof: { verdict, missing, committed, tables } }: { proof: Figures }) {
  const t = messages.use();
  const [glyph, tone] = LOOKS[verdict];
  return <Mark glyph={glyph} tone={tone} words={t(`run.proof.${verdict}`, { missing, committed, tables })} />;
}
