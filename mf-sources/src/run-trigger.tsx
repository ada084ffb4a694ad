import { messages } from './messages.ts';
import type { ListedRun } from './sync-run.queries.ts';

/** Who or what started a run: "Started by Mara Lindqvist", "By schedule". */
export function RunTrigger({
  run: { trigger, startedBy },
}: {
  run: Pick<ListedRun, 'trigger' | 'startedBy'>;
}) {
  const t = messages.use();
  if (trigger !== 'manual') return t(`runs.trigger.${trigger}`);
  return startedBy ? t('runs.trigger.manual', { who: startedBy }) : t('runs.trigger.manual_unknown');
}
