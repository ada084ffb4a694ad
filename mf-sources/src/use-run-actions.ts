import { NetworkError } from '@headwater/shared/api';
import { newIdempotencyKey, type NewSyncRun } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useMutation, useQueryClient } from '@headwater/shared/query';
import { toast } from '@headwater/shared/ui';
import { useRef } from 'react';
import { messages } from './messages.ts';
import { cancelRun, startRun } from './sync-run.queries.ts';

/** Starts a run of all selected tables, or of what is given. After a lost response, the next click repeats the same request, so that only one run is started. */
export function useStartRun(organizationId: string, sourceConnectionId: string) {
  const t = messages.use();
  const errorText = useErrorText();
  const refresh = useRefresh(organizationId);
  const repeated = useRef<{ body: string; key: string } | null>(null);
  const keyOf = (contents: NewSyncRun) => {
    const body = JSON.stringify(contents);
    if (repeated.current?.body !== body) repeated.current = { body, key: newIdempotencyKey() };
    return repeated.current.key;
  };
  return useMutation({
    mutationFn: (contents: NewSyncRun | void) =>
      startRun(organizationId, sourceConnectionId, keyOf(contents ?? {}), contents ?? {}),
    onSuccess: refresh,
    onError: (error) => toast.error(t('details.sync_failed', { reason: errorText(error) })),
    onSettled: (_, error) => {
      if (!(error instanceof NetworkError)) repeated.current = null;
    },
  });
}

/** Requests a run's cancellation. The run's state shows when it has stopped. */
export function useCancelRun(organizationId: string, sourceConnectionId: string) {
  const t = messages.use();
  const errorText = useErrorText();
  const refresh = useRefresh(organizationId);
  return useMutation({
    mutationFn: (runId: string) => cancelRun(organizationId, sourceConnectionId, runId),
    onSuccess: refresh,
    onError: (error) => toast.error(t('details.cancel_failed', { reason: errorText(error) })),
  });
}

/** Refreshes without waiting for the server's event, which can arrive late or not at all. */
function useRefresh(organizationId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all(
      (['source_connections', 'sync_runs'] as const).map((type) =>
        client.invalidateQueries({ queryKey: liveKey(type, organizationId) }),
      ),
    );
}
