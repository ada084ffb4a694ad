import { useFormat } from '@headwater/shared/messages';
import { paths, useSearchParams } from '@headwater/shared/routing';
import { Tabs } from '@headwater/shared/ui/tabs';
import { messages } from '../messages.ts';
import type { ConfiguredSource } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { QualityTab } from './quality/quality.tab.tsx';
import { RunsTab } from './runs.tab.tsx';
import { SchemaChangesTab } from './schema-changes/schema-changes.tab.tsx';
import { SettingsTab } from './settings.tab.tsx';
import { TablesTab } from './tables.tab.tsx';

const TABS = {
  tables: TablesTab,
  runs: RunsTab,
  changes: SchemaChangesTab,
  quality: QualityTab,
  settings: SettingsTab,
};
type TabName = keyof typeof TABS;

/** The tabs of a connection's page. The current one is in the URL. */
export function SourceTabs({ source }: { source: ConfiguredSource }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const { number } = useFormat();
  const [query] = useSearchParams();
  const current = tabOf(query.get('tab'));
  const page = paths.sourceConnection(organizationId, source.id);
  const tabs = (Object.keys(TABS) as TabName[]).map((name) => ({
    to: name === 'tables' ? page : `${page}?tab=${name}`,
    label: t(`details.tab.${name}`),
    current: name === current,
    ...(name === 'changes' && source.pendingChanges > 0 && { count: number(source.pendingChanges) }),
  }));
  const Content = TABS[current];
  return (
    <>
      <Tabs label={t('details.tabs', { source: source.name })} tabs={tabs} />
      <Content source={source} />
    </>
  );
}

/** Returns the tab in the URL. */
export const tabOf = (text: string | null): TabName =>
  text !== null && Object.hasOwn(TABS, text) ? (text as TabName) : 'tables';
