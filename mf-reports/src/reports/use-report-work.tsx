import { REPORT_NAME_MAX } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useMutation, useQueryClient } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import { Button, toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { useBringBack } from './use-bring-back.ts';
import { reportQueries, copyReport, deleteReport, type ListedReport } from '@headwater/shared/figures';

/** Returns how a report is copied, which opens the copy, and deleted, which can be undone. */
export function useReportWork(
  organizationId: string,
  report: Pick<ListedReport, 'id' | 'name'>,
  onDeleted?: () => Promise<void> | void,
) {
  const t = messages.use();
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorText = useErrorText();
  const onError = (error: Error) => toast.error(errorText(error));
  const refresh = () => client.invalidateQueries({ queryKey: liveKey('reports', organizationId) });
  const bringBack = useBringBack(organizationId);
  const offerUndo = () => {
    const undo = () => {
      toast.close(shown);
      void bringBack(report);
    };
    const shown = toast.custom(
      t('reports.deleted', { name: report.name }),
      <Button size="small" onClick={undo}>
        {t('reports.undo_delete')}
      </Button>,
    );
  };
  const copy = useMutation({
    mutationFn: () =>
      copyReport(
        organizationId,
        report.id,
        t('reports.copy_name', { name: report.name }).slice(0, REPORT_NAME_MAX).trim(),
      ),
    onSuccess: async ({ id, name }) => {
      void refresh();
      await navigate(paths.report(organizationId, id));
      toast.success(t('reports.copied', { name }));
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => deleteReport(organizationId, report.id),
    onSuccess: async () => {
      await onDeleted?.();
      client.removeQueries({ queryKey: reportQueries.one(organizationId, report.id).queryKey });
      void refresh();
      offerUndo();
    },
    onError,
  });
  return { copy, remove };
}
