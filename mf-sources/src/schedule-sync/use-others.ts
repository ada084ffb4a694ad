import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useQuery, useQueryClient } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { saveSchedule } from '../schedule.queries.ts';
import { sourceQueries } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { choicesOf, type Draft } from './draft.ts';

/** The other connections that get the same schedule; their IDs are in the URL. */
export function useOthers(id: string) {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { organizationId } = useWorkspace();
  const [query] = useSearchParams();
  const ids = query.get('also')?.split(',') ?? [];
  const sources = useQuery({ ...sourceQueries.list(organizationId), enabled: ids.length > 0 });
  const others = (sources.data ?? []).filter((one) => one.id !== id && ids.includes(one.id));
  /** Saves the schedule for each, and returns those for which it worked. The user reads about the rest. */
  const save = async (draft: Draft) => {
    const saved: typeof others = [];
    for (const other of others) {
      try {
        await saveSchedule(organizationId, other.id, other.schedule?.version ?? 0, choicesOf(draft));
        saved.push(other);
      } catch (error) {
        toast.error(t('actions.failed', { name: other.name, reason: errorText(error) }));
      }
    }
    for (const type of ['schedules', 'source_connections'] as const)
      await client.invalidateQueries({ queryKey: liveKey(type, organizationId) });
    return saved;
  };
  return { others, save };
}
