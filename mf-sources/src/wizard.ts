import { messages } from './messages.ts';

/** The way from nothing to chosen tables; each step is a page. */
export function useWizardSteps(): readonly string[] {
  const t = messages.use();
  return [t('way.source'), t('way.connect'), t('way.select')];
}
