import { NetworkError } from '@headwater/shared/api';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { toast } from '@headwater/shared/ui';
import { useRef } from 'react';
import { newIdempotencyKey } from './idempotency-key.ts';
import { messages } from './messages.ts';
import { cancelRun, startRun } from './sync-run.queries.ts';

/** Starts a run. After a lost answer the next press repeats the same request, so that one wish makes one run. */
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

/** Asks a run to stop; it says itself when it has. */
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

/** Ahead of the server's event, which may come late or not at all. */
function useRefresh(organizationId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['source_connections', 'sync_runs'].map((type) =>
        client.invalidateQueries({ queryKey: [type, organizationId] }),
      ),
    );
}
