import { ApiError } from '@headwater/shared/api';
import { countCardsWith, withColumnReplaced } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useMutation, useQueryClient } from '@headwater/shared/query';
import { toast } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { reportQueries, saveReport, type Report } from '@headwater/shared/figures';
import type { ColumnReplacement } from './other-column.tsx';

/** Saves a report whose cards read another column. If someone else has changed it since, it's shown as it is now. */
export function useColumnReplacement(organizationId: string, report: Report): ColumnReplacement {
  const t = messages.use();
  const client = useQueryClient();
  const errorText = useErrorText();
  const save = useMutation({
    mutationFn: ({ tableId, ...replacement }: { tableId: string; from: string; to: string }) =>
      saveReport(organizationId, report, {
        content: withColumnReplaced(report.content, tableId, replacement),
      }),
    onSuccess: (saved, { from, to }) => {
      client.setQueryData(reportQueries.one(organizationId, report.id).queryKey, saved);
      toast.success(t('reports.column_replaced', { from, to }));
    },
    onError: (error) =>
      toast.error(
        error instanceof ApiError && error.status === 412 ? t('reports.column_conflict') : errorText(error),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: liveKey('reports', organizationId) }),
  });
  return {
    isBusy: save.isPending,
    countCards: (tableId, column) => countCardsWith(report.content, tableId, column),
    replace: (tableId, replacement) => save.mutate({ tableId, ...replacement }),
  };
}
