import { NetworkError } from '@headwater/shared/api';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { toast } from '@headwater/shared/ui';
import { useRef } from 'react';
import { newIdempotencyKey } from './idempotency-key.ts';
import { messages } from './messages.ts';
import { cancelRun, startRun } from './sync-run.queries.ts';

/** Starts a run. After a lost response, the next click repeats the same request, so that only one run is started. */
export function useStartRun(organizationId: string, sourceConnectionId: string) {
  const t = messages.use();
  const errorText = useErrorText();
  const refresh = useRefresh(organizationId);
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: () => startRun(organizationId, sourceConnectionId, (key.current ??= newIdempotencyKey())),
    onSuccess: refresh,
    onError: (error) => toast.error(t('details.sync_failed', { reason: errorText(error) })),
    onSettled: (_, error) => {
      if (!(error instanceof NetworkError)) key.current = null;
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
      ['source_connections', 'sync_runs'].map((type) =>
        client.invalidateQueries({ queryKey: [type, organizationId] }),
      ),
    );
}
