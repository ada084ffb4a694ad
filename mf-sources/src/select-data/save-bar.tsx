import type { CatalogStream } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { paths, useNavigate } from '@headwater/shared/routing';
import { Button, Row, styled } from '@headwater/shared/ui';
import { SaveBarFrame, Tag } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { messages } from '../messages.ts';
import { isBusy, type SourceConnection } from '../source.queries.ts';
import { useStartRun } from '../use-run-actions.ts';
import { useWorkspace } from '../workspace.ts';
import { ReviewDialog } from './review.dialog.tsx';
import { totalsOf } from './selection.ts';
import type { Changes } from './use-changes.ts';
import { useSelectionReason } from './use-selection-reason.ts';

interface SaveBarProps {
  source: SourceConnection;
  streams: readonly CatalogStream[];
  choice: Changes;
  /** How fast the last runs have read; null if that isn't known. */
  rowsPerSecond: number | null;
}

/** The totals of the selection, and the button that leads to saving it. */
export function SaveBar({ source, streams, choice, rowsPerSecond }: SaveBarProps) {
  const t = messages.use();
  const [isReviewing, setReviewing] = useState(false);
  const changes = choice.changed.size;
  return (
    <SaveBarFrame>
      <Sums streams={streams} choice={choice} rowsPerSecond={rowsPerSecond} />
      {changes > 0 && <Tag tone="accent">{t('tables.changes', { count: changes })}</Tag>}
      <Exceptions choice={choice} />
      <Row className="buttons">
        {changes > 0 ? (
          <>
            <Button variant="ghost" onClick={choice.discard}>
              {t('tables.discard')}
            </Button>
            <Button variant="primary" aria-haspopup="dialog" onClick={() => setReviewing(true)}>
              {t('tables.review')}
            </Button>
          </>
        ) : (
          <SyncNow source={source} choice={choice} />
        )}
      </Row>
      {isReviewing && (
        <ReviewDialog source={source} streams={streams} choice={choice} onClose={() => setReviewing(false)} />
      )}
    </SaveBarFrame>
  );
}

/** Tables that can't be kept as was wanted for many, because of their columns. */
function Exceptions({ choice: { exceptions } }: Pick<SaveBarProps, 'choice'>) {
  const t = messages.use();
  const { whole, unfit } = exceptions;
  return (
    <Said role="status">
      {whole > 0 && t('bulk.whole', { count: whole })} {unfit > 0 && t('bulk.unfit', { count: unfit })}
    </Said>
  );
}

const Said = styled('p')({ flex: '1 1 200px', fontSize: 'var(--size-12)', color: 'var(--text-2)' });

/** Starts a run of what is saved, and goes to where it is shown. */
function SyncNow({ source, choice }: Pick<SaveBarProps, 'source' | 'choice'>) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const navigate = useNavigate();
  const start = useStartRun(organizationId, source.id);
  const reason = useSelectionReason(choice.selection) ?? (isBusy(source) ? t('details.busy') : undefined);
  const sync = async () => {
    await start.mutateAsync();
    await navigate(paths.sourceConnection(organizationId, source.id));
  };
  return (
    <Button
      variant="primary"
      busy={start.isPending}
      busyLabel={t('details.syncing')}
      disabledReason={reason}
      // An error is shown as a toast.
      onClick={() => void sync().catch(() => {})}
    >
      {t('details.sync')}
    </Button>
  );
}

function Sums({
  streams,
  choice,
  rowsPerSecond,
}: Pick<SaveBarProps, 'streams' | 'choice' | 'rowsPerSecond'>) {
  const t = messages.use();
  const { number, bytes, duration } = useFormat();
  const { tables, rows, bytes: size, complete } = totalsOf(streams, choice.selection);
  const isTimed = rowsPerSecond !== null && complete && rows > 0;
  return (
    <dl>
      <Sum value={number(tables)} unit={t('tables.sum_tables', { count: tables })} />
      {(complete || rows > 0) && (
        <Sum
          value={number(rows)}
          unit={t(complete ? 'tables.sum_rows' : 'tables.sum_rows_least', { count: rows })}
        />
      )}
      {size > 0 && <Sum value={bytes(size)} unit={t('tables.sum_size')} />}
      {isTimed && (
        <Sum
          value={duration(inSeconds(rows / rowsPerSecond))}
          unit={t('tables.sum_time')}
          title={t('tables.sum_time_why')}
        />
      )}
      {!isTimed && rows > 0 && (
        <Sum value={null} unit={t('tables.no_time')} title={t('tables.no_time_why')} />
      )}
    </dl>
  );
}

/** Returns whole seconds in milliseconds, because an estimate isn't more exact. */
const inSeconds = (seconds: number) => Math.max(1, Math.round(seconds)) * 1_000;

function Sum({ value, unit, title }: { value: string | null; unit: string; title?: string }) {
  return (
    <div title={title}>
      <dt>{unit}</dt>
      <dd hidden={value === null}>{value}</dd>
    </div>
  );
}
