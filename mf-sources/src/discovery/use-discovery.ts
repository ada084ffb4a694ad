import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { toast } from '@headwater/shared/ui';
import { useEffect, useState } from 'react';
import { cancelDiscovery, catalogQueries, discover, type Catalog } from '../catalog.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';

/** Starts a discovery of the source, automatically if there hasn't been one: people come here to see its tables. */
export function useDiscovery(source: SourceConnection, catalog: Catalog) {
  const start = useStartDiscovery(source);
  const { mutate, isIdle } = start;
  const [wasCanceled, setCanceled] = useState(false);
  const wanted = catalog.state === 'unknown' && source.can.edit && isIdle && !wasCanceled;
  useEffect(() => {
    if (wanted) mutate();
  }, [wanted, mutate]);
  // One that was in progress here and has left no result was canceled.
  useEffect(() => {
    if (catalog.state === 'discovering') setCanceled(true);
  }, [catalog.state]);
  return start;
}

export function useStartDiscovery(source: SourceConnection) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const client = useQueryClient();
  const errorText = useErrorText();
  const { queryKey } = catalogQueries.one(organizationId, source.id);
  return useMutation({
    mutationFn: () => discover(organizationId, source.id),
    onSuccess: (catalog) => client.setQueryData(queryKey, catalog),
    onError: (error) => toast.error(t('tables.refresh_failed', { reason: errorText(error) })),
  });
}

export function useCancelDiscovery(source: SourceConnection) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const client = useQueryClient();
  const errorText = useErrorText();
  const { queryKey } = catalogQueries.one(organizationId, source.id);
  return useMutation({
    mutationFn: () => cancelDiscovery(organizationId, source.id),
    onSuccess: () => client.invalidateQueries({ queryKey }),
    onError: (error) => toast.error(t('tables.cancel_failed', { reason: errorText(error) })),
  });
}
