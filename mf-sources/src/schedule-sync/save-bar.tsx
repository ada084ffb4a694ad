import { paths, useNavigate } from '@headwater/shared/routing';
import { Button, Row, Text, toast } from '@headwater/shared/ui';
import { SaveBarFrame } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { SAVED } from '../select-data/leave-guard.tsx';
import { isBusy, type SourceConnection } from '../source.queries.ts';
import { useStartRun } from '../use-run-actions.ts';
import { applicable, useSourceActions } from '../use-source-actions.ts';
import { useWorkspace } from '../workspace.ts';
import type { useOthers } from './use-others.ts';
import type { useSchedule } from './use-schedule.ts';

interface SaveBarProps {
  source: SourceConnection;
  schedule: ReturnType<typeof useSchedule>;
  others: ReturnType<typeof useOthers>;
  /** How many fields are invalid. */
  faults: number;
}

/** What has changed, and the buttons that save it. */
export function SaveBar({ source, schedule, others, faults }: SaveBarProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const navigate = useNavigate();
  const start = useStartRun(organizationId, source.id);
  const act = useSourceActions();
  const { changes, isUnsaved } = schedule;
  const isMany = others.others.length > 0;
  const isChanged = changes.length > 0 || isUnsaved || isMany;
  /** Returns the connections that have the schedule now. */
  const saveAll = async () => {
    const { draft } = schedule;
    await schedule.save();
    return [source, ...(isMany ? await others.save(draft) : [])];
  };
  const save = async () => {
    const saved = await saveAll();
    toast.success(t('schedule.saved_many', { count: saved.length }));
    if (isMany) await navigate(paths.sourceConnections(organizationId), { state: SAVED });
  };
  const saveAndSync = async () => {
    const saved = isChanged ? await saveAll() : [source];
    if (isMany) {
      await act.mutateAsync({ action: 'sync', sources: applicable('sync', saved) });
      return navigate(paths.sourceConnections(organizationId), { state: SAVED });
    }
    await start.mutateAsync();
    await navigate(paths.sourceConnection(organizationId, source.id), { state: SAVED });
  };
  // Errors are already on screen: at a field, as a banner, or as a toast.
  const run = (work: () => Promise<void>) => () => void work().catch(() => {});
  const reason = useReason(schedule, faults);
  const busy = schedule.isSaving || start.isPending || act.isPending;
  return (
    <SaveBarFrame>
      <Text size={13} tone={faults > 0 ? 'bad' : 'muted'} role="status">
        {faults > 0
          ? t('schedule.faults', { count: faults })
          : changes.length > 0
            ? t('schedule.changes', { count: changes.length })
            : t(isUnsaved ? 'schedule.unsaved' : 'schedule.up_to_date')}
      </Text>
      <Row className="buttons">
        {changes.length > 0 && (
          <Button variant="ghost" onClick={schedule.discard}>
            {t('tables.discard')}
          </Button>
        )}
        <Button
          busy={busy}
          disabledReason={reason ?? (isChanged ? undefined : t('tables.no_changes'))}
          onClick={run(save)}
        >
          {t('tables.save')}
        </Button>
        <Button
          variant="primary"
          busy={busy}
          busyLabel={t('tables.saving')}
          disabledReason={reason ?? syncReason(source, t)}
          onClick={run(saveAndSync)}
        >
          {t(isChanged ? 'tables.save_sync' : 'details.sync')}
        </Button>
      </Row>
    </SaveBarFrame>
  );
}

/** Returns why the schedule can't be saved; undefined if it can. */
function useReason({ draft }: SaveBarProps['schedule'], faults: number): string | undefined {
  const t = messages.use();
  if (draft.kind === 'after' && draft.after.sourceConnectionId === null) return t('schedule.after_choose');
  const times = [
    draft.quietHours?.from,
    draft.quietHours?.to,
    ...(draft.kind === 'times' ? draft.times.times : []),
  ];
  if (times.includes('')) return t('schedule.time_needed');
  return faults > 0 ? t('schedule.faults', { count: faults }) : undefined;
}

function syncReason(source: SourceConnection, t: ReturnType<typeof messages.use>): string | undefined {
  if (isBusy(source)) return t('details.busy');
  return source.selectedTables === 0 ? t('details.no_tables') : undefined;
}
