import { newIdempotencyKey } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useMutation, useQueryClient } from '@headwater/shared/query';
import { toast } from '@headwater/shared/ui';
import { messages } from './messages.ts';
import { pauseSource, resumeSource } from './schedule.queries.ts';
import { isBusy, type SourceConnection } from './source.queries.ts';
import { startRun } from './sync-run.queries.ts';
import { useWorkspace } from './workspace.ts';

/** What can be done with one connection or with many. */
export type SourceAction = 'sync' | 'pause' | 'resume';

const REQUESTS: Record<SourceAction, (organizationId: string, id: string) => Promise<unknown>> = {
  sync: (organizationId, id) => startRun(organizationId, id, newIdempotencyKey()),
  pause: pauseSource,
  resume: resumeSource,
};

const ALLOWED: Record<SourceAction, (source: SourceConnection) => boolean> = {
  sync: (source) => source.can.sync && source.selectedTables > 0 && !isBusy(source),
  pause: ({ can, lifecycle }) => can.edit && lifecycle === 'active',
  resume: ({ can, lifecycle }) => can.edit && lifecycle === 'paused',
};

/** Returns the connections to which an action applies. */
export const applicable = (action: SourceAction, sources: readonly SourceConnection[]) =>
  sources.filter(ALLOWED[action]);

/** How many requests are sent at a time. */
const AT_ONCE = 4;

/** Does the same with several connections. Says how many it worked for, and names those for which it failed. */
export function useSourceActions() {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { organizationId } = useWorkspace();
  return useMutation({
    mutationFn: async ({
      action,
      sources,
    }: {
      action: SourceAction;
      sources: readonly SourceConnection[];
    }) => {
      const waiting = [...sources];
      const failed: { name: string; error: unknown }[] = [];
      const work = async () => {
        for (let source = waiting.shift(); source; source = waiting.shift()) {
          const { id, name } = source;
          await REQUESTS[action](organizationId, id).catch((error: unknown) => failed.push({ name, error }));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return { action, done: sources.length - failed.length, failed };
    },
    onSuccess: ({ action, done, failed }) => {
      // The page itself shows what happened to a single one.
      if (done > 1) toast.success(t(`actions.${action}_done`, { count: done }));
      for (const { name, error } of failed)
        toast.error(t('actions.failed', { name, reason: errorText(error) }));
      for (const type of ['source_connections', 'schedules', 'sync_runs'] as const)
        void client.invalidateQueries({ queryKey: liveKey(type, organizationId) });
    },
  });
}
