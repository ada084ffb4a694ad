import { useRefusal } from '@headwater/shared/session';
import { Banner, Button, uiMessages } from '@headwater/shared/ui';
import { IconRefresh } from '@headwater/shared/ui/icons';
import { useState } from 'react';
import { messages } from '../messages.ts';
import { isBusy, type SourceConnection } from '../source.queries.ts';
import { useSourceActions } from '../use-source-actions.ts';

const REASONS = ['role', 'busy', 'paused', 'no_tables'] as const;
type Reason = (typeof REASONS)[number];

/** Returns why a connection isn't synced with all others, if it isn't. Who has paused it wants it to rest. */
function leftOutFor(source: SourceConnection): Reason | null {
  if (!source.can.sync) return 'role';
  if (isBusy(source)) return 'busy';
  if (source.lifecycle !== 'active') return 'paused';
  return source.selectedTables === 0 ? 'no_tables' : null;
}

interface Report {
  started: number;
  leftOut: readonly { reason: Reason; names: readonly string[] }[];
}

/** So many names are written for a reason; of the others, only the number. */
const NAMES_SHOWN = 5;

/** The button that starts a run of every connection, and what became of it. */
export function useSyncAll(sources: readonly SourceConnection[]) {
  const t = messages.use();
  const refusal = useRefusal();
  const act = useSourceActions();
  const [report, setReport] = useState<Report | null>(null);
  const chosen = sources.filter((source) => leftOutFor(source) === null);
  const start = () => {
    const leftOut = REASONS.map((reason) => ({
      reason,
      names: sources.filter((source) => leftOutFor(source) === reason).map(({ name }) => name),
    })).filter(({ names }) => names.length > 0);
    act.mutate(
      { action: 'sync', sources: chosen },
      { onSuccess: ({ done }) => setReport({ started: done, leftOut }) },
    );
  };
  const none = sources.every(({ can }) => !can.sync)
    ? refusal(t('details.no_sync_role'))
    : t('sync_all.none');
  return {
    button: (
      <Button
        icon={<IconRefresh />}
        busy={act.isPending}
        disabledReason={chosen.length === 0 ? none : undefined}
        onClick={start}
      >
        {t('sync_all.button')}
      </Button>
    ),
    report: report && <Outcome report={report} onClose={() => setReport(null)} />,
  };
}

function Outcome({ report: { started, leftOut }, onClose }: { report: Report; onClose(): void }) {
  const t = messages.use();
  const words = uiMessages.use();
  return (
    <Banner
      tone={started > 0 ? 'ok' : 'info'}
      action={
        <Button size="small" variant="ghost" onClick={onClose}>
          {words('close')}
        </Button>
      }
    >
      <b>{t('sync_all.started', { count: started })}</b>
      {leftOut.map(({ reason, names }) => (
        <p key={reason}>
          {t(`sync_all.${reason}`, {
            names: names.slice(0, NAMES_SHOWN).join(', '),
            more: Math.max(0, names.length - NAMES_SHOWN),
          })}
        </p>
      ))}
    </Banner>
  );
}
