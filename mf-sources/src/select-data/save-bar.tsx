import { SELECTION_MAX, type CatalogStream } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { paths, useNavigate } from '@headwater/shared/routing';
import { Button, Row, toast } from '@headwater/shared/ui';
import { Tag } from '@headwater/shared/ui/workspace';
import { useStartRun } from '../use-run-actions.ts';
import { messages } from '../messages.ts';
import { SaveBarFrame } from '../save-bar-frame.tsx';
import { isBusy, type SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { SAVED } from './leave-guard.tsx';
import { totalsOf } from './selection.ts';
import type { useSelection } from './use-selection.ts';

interface SaveBarProps {
  source: SourceConnection;
  streams: readonly CatalogStream[];
  choice: ReturnType<typeof useSelection>;
}

/** The totals of the selection, and the buttons that save it. */
export function SaveBar({ source, streams, choice }: SaveBarProps) {
  const t = messages.use();
  const changes = choice.changes.length;
  return (
    <SaveBarFrame>
      <Sums streams={streams} choice={choice} />
      {changes > 0 && <Tag tone="accent">{t('tables.changes', { count: changes })}</Tag>}
      <Row className="buttons">
        {changes > 0 && (
          <Button variant="ghost" onClick={choice.discard}>
            {t('tables.discard')}
          </Button>
        )}
        <SaveButtons source={source} choice={choice} />
      </Row>
    </SaveBarFrame>
  );
}

function Sums({ streams, choice }: Pick<SaveBarProps, 'streams' | 'choice'>) {
  const t = messages.use();
  const { number, bytes } = useFormat();
  const { tables, rows, bytes: size, complete } = totalsOf(streams, choice.selection);
  return (
    <dl>
      <Sum value={number(tables)} unit={t('tables.sum_tables', { count: tables })} />
      {(complete || rows > 0) && (
        <Sum
          value={number(rows)}
          unit={t(complete ? 'tables.sum_rows' : 'tables.sum_rows_least', { count: rows })}
        />
      )}
      {size > 0 && <Sum value={bytes(size)} unit="" />}
    </dl>
  );
}

function Sum({ value, unit }: { value: string; unit: string }) {
  return (
    <div>
      <dt>{unit}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function SaveButtons({ source, choice }: Pick<SaveBarProps, 'source' | 'choice'>) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const navigate = useNavigate();
  const start = useStartRun(organizationId, source.id);
  const save = async () => {
    await choice.save();
    toast.success(t('tables.saved'));
  };
  const saveAndSync = async () => {
    if (choice.changes.length > 0) await choice.save();
    await start.mutateAsync();
    await navigate(paths.sourceConnection(organizationId, source.id), { state: SAVED });
  };
  // Errors are already on screen: a conflict or failure as a banner, a run that didn't start as a toast.
  const run = (work: () => Promise<void>) => () => void work().catch(() => {});
  const reason = useReason(choice);
  const unchanged = choice.changes.length === 0 ? t('tables.no_changes') : undefined;
  const busy = choice.isSaving || start.isPending;
  return (
    <>
      <Button busy={busy} disabledReason={reason ?? unchanged} onClick={run(save)}>
        {t('tables.save')}
      </Button>
      <Button
        variant="primary"
        busy={busy}
        busyLabel={t('tables.saving')}
        disabledReason={reason ?? (isBusy(source) ? t('details.busy') : undefined)}
        onClick={run(saveAndSync)}
      >
        {choice.changes.length > 0 ? t('tables.save_sync') : t('details.sync')}
      </Button>
    </>
  );
}

/** Returns why the selection can't be saved; undefined if it can. */
function useReason({ selection }: SaveBarProps['choice']): string | undefined {
  const t = messages.use();
  if (selection.size === 0) return t('tables.choose_one');
  return selection.size > SELECTION_MAX ? t('tables.too_many', { count: SELECTION_MAX }) : undefined;
}
