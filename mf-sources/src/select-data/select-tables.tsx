import { useSearchParams } from '@headwater/shared/routing';
import { styled } from '@headwater/shared/ui';
import type { Catalog } from '../catalog.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { CatalogNotices } from './catalog-notices.tsx';
import { shownStreams } from './selection.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { SaveBar } from './save-bar.tsx';
import { StreamPanel } from './stream-panel.tsx';
import { StreamTree } from './stream-tree.tsx';
import { TableTools } from './table-tools.tsx';
import { useSelection } from './use-selection.ts';
import { shownOf, withTable } from './view.ts';

interface SelectTablesProps {
  source: SourceConnection;
  catalog: Catalog;
}

/** The list of tables with their switches; beside it the columns of one; under it what the choice amounts to. */
export function SelectTables({ source, catalog }: SelectTablesProps) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const { streams } = catalog;
  const choice = useSelection(catalog, source.id);
  const shown = shownOf(query);
  const visible = shownStreams(streams, choice.selection, shown);
  const opened = streams.find((stream) => stream.tableName === query.get('table'));
  const open = (tableName: string | null) => setQuery(withTable(query, tableName), { replace: true });
  return (
    <>
      <Split data-open={opened ? true : undefined}>
        <section aria-labelledby="tables-heading">
          <TableTools streams={streams} choice={choice} visible={visible} canEdit={source.can.edit} />
          <CatalogNotices source={source} catalog={catalog} choice={choice} />
          <StreamTree
            label={t('tables.region', { source: source.name })}
            streams={visible}
            all={streams}
            choice={choice}
            canEdit={source.can.edit}
            opened={opened?.tableName ?? null}
            onOpen={open}
          />
        </section>
        {opened && <StreamPanel key={opened.tableName} stream={opened} onClose={() => open(null)} />}
      </Split>
      {source.can.edit && <SaveBar source={source} streams={streams} choice={choice} />}
      <LeaveGuard changes={choice.isSaving ? 0 : choice.changes.length} />
    </>
  );
}

const Split = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  flex: 1,
  minHeight: 0,
  '& > section': { display: 'flex', flexDirection: 'column', minWidth: 0 },
  '&[data-open]': { gridTemplateColumns: 'minmax(0, 1fr) 392px' },
  '@media (max-width: 1200px)': { '&[data-open]': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
