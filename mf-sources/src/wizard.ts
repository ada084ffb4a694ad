import { messages } from './messages.ts';

/** The steps from choosing a source to scheduling its syncs. Each one is a page. */
export function useWizardSteps(): readonly string[] {
  const t = messages.use();
  return [t('way.source'), t('way.connect'), t('way.select'), t('way.schedule')];
}
