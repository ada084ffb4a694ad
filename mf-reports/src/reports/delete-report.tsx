import { ConfirmDialog } from '@headwater/shared/ui/menu';
import { messages } from '../messages.ts';

interface DeleteReportProps {
  name: string;
  open: boolean;
  busy: boolean;
  onCancel(): void;
  onConfirm(): void;
}

/** Asks before a report is deleted. */
export function DeleteReport({ name, ...rest }: DeleteReportProps) {
  const t = messages.use();
  return (
    <ConfirmDialog
      {...rest}
      danger
      title={t('reports.delete_question', { name })}
      confirm={t('reports.delete')}
    >
      <p>{t('reports.delete_effect')}</p>
    </ConfirmDialog>
  );
}
