import { api } from '@headwater/shared/api';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { useMay } from '@headwater/shared/session';
import { type Table, tableQueries } from '@headwater/shared/tables';
import { Button, toast } from '@headwater/shared/ui';
import { IconTemplates } from '@headwater/shared/ui/icons';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';

/** Offers the table of the workspace's own runs, which is made once somebody wants it. */
export function NeedsRunTable({ organizationId }: { organizationId: string }) {
  const t = messages.use();
  const client = useQueryClient();
  const errorText = useErrorText();
  const canEdit = useMay('data:edit');
  const create = useMutation({
    mutationFn: () =>
      api.post<Table>(`organizations/${organizationId}/run-facts`, { type: 'run_facts', attributes: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: tableQueries.all(organizationId).queryKey }),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <EmptyState
      icon={<IconTemplates size={20} />}
      title={t('built_in.offer')}
      action={
        canEdit && (
          <Button variant="primary" busy={create.isPending} onClick={() => create.mutate()}>
            {t('built_in.create')}
          </Button>
        )
      }
    >
      {t('built_in.offer_text')} {!canEdit && t('built_in.who')}
    </EmptyState>
  );
}
