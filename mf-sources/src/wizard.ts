import { messages } from './messages.ts';
import type { SourceConnection } from './source.queries.ts';

/** Whether a source is still being set up: its pages are steps until something has been read. */
export const isBeingSetUp = ({ lastRun }: Pick<SourceConnection, 'lastRun'>): boolean => lastRun === null;

/** The steps from choosing a source to scheduling its syncs. Each one is a page. */
export function useWizardSteps(): readonly string[] {
  const t = messages.use();
  return [t('way.source'), t('way.connect'), t('way.select'), t('way.schedule')];
}
