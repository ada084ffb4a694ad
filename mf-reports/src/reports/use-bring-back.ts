import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useQueryClient } from '@headwater/shared/query';
import { toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { undeleteReport, type DeletedReport } from '@headwater/shared/figures';

/** Brings a deleted report back, and says so. Works after the screen that began it is left. */
export function useBringBack(organizationId: string) {
  const t = messages.use();
  const client = useQueryClient();
  const errorText = useErrorText();
  return async ({ id, name }: Pick<DeletedReport, 'id' | 'name'>) => {
    try {
      await undeleteReport(organizationId, id);
      toast.success(t('reports.brought_back', { name }));
    } catch (error) {
      toast.error(errorText(error));
    }
    await client.invalidateQueries({ queryKey: liveKey('reports', organizationId) });
  };
}
