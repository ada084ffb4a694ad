import { useSearchParams } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { Proof } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { isActive, type SyncRun } from '../sync-run.queries.ts';
import { RejectedRows } from './rejected-rows.tsx';

/** read = written + rejected, and the rejected rows one press away. */
export function RunProof({ source, run }: { source: SourceConnection; run: SyncRun }) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const shown = query.get('rejected') === run.id;
  const toggle = () => {
    const next = new URLSearchParams(query);
    if (shown) next.delete('rejected');
    else next.set('rejected', run.id);
    setQuery(next, { replace: true });
  };
  const button = run.rowsRejected > 0 && (
    <Button size="small" aria-expanded={shown} onClick={toggle}>
      {shown ? t('run.rejected_hide') : t('run.rejected_button', { count: run.rowsRejected })}
    </Button>
  );
  return (
    <>
      <Proof
        read={run.rowsRead}
        written={run.rowsLoaded}
        rejected={run.rowsRejected}
        open={isActive(run)}
        action={button}
      />
      {shown && <RejectedRows source={source} runId={run.id} />}
    </>
  );
}
