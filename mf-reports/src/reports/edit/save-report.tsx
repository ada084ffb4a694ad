import { isColumnBinding, type FilterBinding } from '@headwater/shared/contract';
import { ApiError } from '@headwater/shared/api';
import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useMutation, useQueryClient } from '@headwater/shared/query';
import { Button, toast } from '@headwater/shared/ui';
import { ConfirmDialog, Dialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { reportQueries, saveReport, type Report, type ReportText } from '@headwater/shared/figures';
import { differencesOf } from './differences.ts';
import { dropDraft } from './draft.ts';
import type { ReportDraft } from './use-report-draft.ts';

interface SaveReportProps {
  organizationId: string;
  report: Report;
  draft: ReportDraft;
  /** Why it can't be saved yet. */
  blocked: string | undefined;
  onLeave(): void;
}

/** Saves or discards what was changed. If someone else has saved the report meanwhile, says what, and asks. */
export function SaveReport({ organizationId, report, draft, blocked, onLeave }: SaveReportProps) {
  const t = messages.use();
  const client = useQueryClient();
  const errorText = useErrorText();
  const [theirs, setTheirs] = useState<Report | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const { queryKey } = reportQueries.one(organizationId, report.id);
  const save = useMutation({
    mutationFn: (version: number) =>
      saveReport(organizationId, { id: report.id, version }, prepared(draft.text)),
    onSuccess: (saved) => {
      dropDraft(report.id);
      client.setQueryData(queryKey, saved);
      void client.invalidateQueries({ queryKey: liveKey('reports', organizationId) });
      toast.success(t('reports.saved', { name: saved.name }));
      onLeave();
    },
    onError: async (error) => {
      if (!(error instanceof ApiError && error.status === 412)) return toast.error(errorText(error));
      try {
        setTheirs(await client.fetchQuery({ ...reportQueries.one(organizationId, report.id), staleTime: 0 }));
      } catch (failure) {
        toast.error(errorText(failure));
      }
    },
  });
  const discard = () => {
    dropDraft(report.id);
    onLeave();
  };
  const reason =
    draft.text.name.trim() === ''
      ? t('reports.name_missing')
      : (blocked ?? (draft.isChanged ? undefined : t('reports.nothing_changed')));
  return (
    <>
      <Button variant="ghost" onClick={() => (draft.isChanged ? setLeaving(true) : discard())}>
        {t(draft.isChanged ? 'reports.discard' : 'reports.close')}
      </Button>
      <Button
        variant="primary"
        busy={save.isPending}
        disabledReason={reason}
        onClick={() => save.mutate(draft.base.version)}
      >
        {t('reports.save')}
      </Button>
      <ConfirmDialog
        open={isLeaving}
        danger
        title={t('reports.discard_question')}
        confirm={t('reports.discard_confirm')}
        onCancel={() => setLeaving(false)}
        onConfirm={discard}
      >
        <p>{t('reports.discard_effect', { version: draft.base.version })}</p>
      </ConfirmDialog>
      {theirs && (
        <Conflict
          draft={draft}
          theirs={theirs}
          isBusy={save.isPending}
          onReplace={() => {
            draft.setBase({ name: theirs.name, content: theirs.content, version: theirs.version });
            setTheirs(null);
            save.mutate(theirs.version);
          }}
          onDiscard={discard}
          onClose={() => setTheirs(null)}
        />
      )}
    </>
  );
}

interface ConflictProps {
  draft: ReportDraft;
  theirs: Report;
  isBusy: boolean;
  onReplace(): void;
  onDiscard(): void;
  onClose(): void;
}

/** Says what someone else has changed since. */
function Conflict({ draft, theirs, isBusy, onReplace, onDiscard, onClose }: ConflictProps) {
  const t = messages.use();
  const differences = differencesOf(draft.base, theirs);
  return (
    <Dialog
      open
      title={t('reports.conflict')}
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onClick={onDiscard}>
            {t('reports.conflict_theirs')}
          </Button>
          <Button variant="danger" busy={isBusy} onClick={onReplace}>
            {t('reports.conflict_mine')}
          </Button>
        </>
      }
    >
      <p>
        {t('reports.conflict_text', {
          version: theirs.version,
          who: theirs.changedBy ?? t('reports.somebody'),
        })}
      </p>
      <ul>
        {differences.map(({ what, name }, at) => (
          <li key={at}>{t(`reports.difference_${what}`, { name: name || t('reports.card') })}</li>
        ))}
      </ul>
      <p>{t('reports.conflict_effect')}</p>
    </Dialog>
  );
}

const nameOf = (one: FilterBinding | undefined) => one && (isColumnBinding(one) ? one.column : one.parameter);

/** Returns the report without spaces that only typing has left. */
const prepared = ({ name, content }: ReportText): ReportText => ({
  name: name.trim(),
  content: {
    ...content,
    filters: content.filters.map((filter) => ({
      ...filter,
      label: filter.label.trim() || nameOf(filter.bind[0]) || '–',
    })),
  },
});
