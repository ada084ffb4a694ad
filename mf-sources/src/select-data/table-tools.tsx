import { AddressSearch } from '@headwater/shared/ui/inputs';
import { PageHead } from '@headwater/shared/ui/workspace';
import type { CatalogStream } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useSearchParams } from '@headwater/shared/routing';
import { Button, CompactSelect, Row, styled } from '@headwater/shared/ui';
import { Tabs } from '@headwater/shared/ui/tabs';
import { messages } from '../messages.ts';
import { canSwitch, inTab, SELECTION_TABS } from './selection.ts';
import type { Changes } from './use-changes.ts';
import { INTENTS, type Intent } from './ways.ts';
import { shownOf, withShown } from './view.ts';

interface TableToolsProps {
  streams: readonly CatalogStream[];
  visible: readonly CatalogStream[];
  choice: Changes;
  canEdit: boolean;
}

/** The title, the search, the tabs with their counts, and the buttons that switch all tables shown. */
export function TableTools({ streams, visible, choice, canEdit }: TableToolsProps) {
  const t = messages.use();
  const { number } = useFormat();
  const [query, setQuery] = useSearchParams();
  const shown = shownOf(query);
  const setSearch = (search: string) =>
    setQuery((latest) => withShown(latest, { ...shownOf(latest), search }), { replace: true });
  const tabs = SELECTION_TABS.map((tab) => ({
    to: `?${withShown(query, { ...shown, tab })}`,
    label: t(`tables.tab.${tab}`),
    count: number(inTab(streams, choice, tab).length),
    current: tab === shown.tab,
  }));
  return (
    <Tools>
      <PageHead
        title={<span id="tables-heading">{t('tables.title')}</span>}
        actions={<AddressSearch label={t('tables.find')} value={shown.search} onChange={setSearch} />}
      />
      <TabsLine>
        <Tabs label={t('tables.tabs')} tabs={tabs} />
        {canEdit && <BulkSwitches visible={visible} choice={choice} />}
      </TabsLine>
    </Tools>
  );
}

function BulkSwitches({ visible, choice }: Pick<TableToolsProps, 'visible' | 'choice'>) {
  const t = messages.use();
  const off = visible.filter((stream) => !choice.selection.has(stream.tableName) && canSwitch(stream, false));
  const on = visible.filter((stream) => choice.selection.has(stream.tableName));
  return (
    <Row gap={1} nowrap>
      {off.length > 0 && (
        <Button variant="ghost" size="small" onClick={() => choice.change(off, true)}>
          {t('tables.on_shown', { count: off.length })}
        </Button>
      )}
      {on.length > 0 && (
        <Button variant="ghost" size="small" onClick={() => choice.change(on, false)}>
          {t('tables.off_shown', { count: on.length })}
        </Button>
      )}
      {on.length > 0 && <KeepShown tables={on} choice={choice} />}
    </Row>
  );
}

/** Keeps all selected tables that are shown in one way. */
function KeepShown({ tables, choice }: { tables: readonly CatalogStream[]; choice: Changes }) {
  const t = messages.use();
  return (
    <CompactSelect
      label={t('bulk.keep', { count: tables.length })}
      value=""
      options={[
        { value: '', label: t('bulk.keep', { count: tables.length }) },
        ...INTENTS.map((intent) => ({ value: intent, label: t(`bulk.${intent}`) })),
      ]}
      onChange={(intent) => intent && choice.keepAs(tables, intent as Intent)}
    />
  );
}

const Tools = styled('div')({
  display: 'grid',
  gap: 12,
  padding: '20px 24px 0',
  '@media (max-width: 600px)': { padding: '16px 16px 0' },
});
// Beside an open panel, there isn't room for both in one line.
const TabsLine = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'end',
  gap: '0 16px',
  marginInline: -24,
  paddingInline: 24,
  boxShadow: 'inset 0 -1px var(--line)',
  '& > nav': { boxShadow: 'none', minWidth: 0 },
  '& > :not(nav)': { marginLeft: 'auto', paddingBottom: 4 },
  '@media (max-width: 600px)': {
    marginInline: -16,
    paddingInline: 16,
    display: 'grid',
    '& > :not(nav)': { overflowX: 'auto', order: 1, marginLeft: -10 },
    '& > :not(nav) > select': { flex: 1, minWidth: 96 },
    '& > :not(nav) > button': { flex: 'none' },
  },
});
