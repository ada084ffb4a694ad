import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useMutation, useQueryClient } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import { useCalendar } from '@headwater/shared/session';
import { toast } from '@headwater/shared/ui';
import { loadSampleData, sourceQueries } from './source.queries.ts';
import { useWorkspace } from './workspace.ts';

/** Connects the sample shop and opens its page. */
export function useLoadSample() {
  const { organizationId } = useWorkspace();
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorText = useErrorText();
  const { zone } = useCalendar();
  return useMutation({
    mutationFn: () => loadSampleData(organizationId, zone),
    onSuccess: async (source) => {
      client.setQueryData(sourceQueries.one(organizationId, source.id).queryKey, source);
      // Before the navigation, so that the page shows the new run from its first frame.
      void client.invalidateQueries({ queryKey: liveKey('source_connections', organizationId) });
      void client.invalidateQueries({ queryKey: liveKey('reports', organizationId) });
      await navigate(paths.sourceConnection(organizationId, source.id));
    },
    onError: (error) => toast.error(errorText(error)),
  });
}
