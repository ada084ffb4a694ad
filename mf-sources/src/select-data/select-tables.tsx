import type { CatalogStream } from '@headwater/shared/contract';
import { useQueryClient } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { styled } from '@headwater/shared/ui';
import { useMemo, useRef, useState } from 'react';
import { catalogQueries, type Catalog, type StreamList } from '../catalog.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { CatalogNotices } from './catalog-notices.tsx';
import { ColumnSearchState } from './column-search-state.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { NoneShown } from './none-shown.tsx';
import { SaveBar } from './save-bar.tsx';
import { shownStreams } from './selection.ts';
import { StreamPanel, type Neighbors } from './stream-panel.tsx';
import { StreamTree } from './stream-tree.tsx';
import { TableTools } from './table-tools.tsx';
import { inOrder } from './tree-rows.ts';
import { useClosedSchemas } from './use-closed-schemas.ts';
import { useColumnMatches } from './use-column-matches.ts';
import { useChanges } from './use-changes.ts';
import { focusRow } from './use-tree-focus.ts';
import { shownOf, withTable } from './view.ts';

interface SelectTablesProps {
  source: SourceConnection;
  catalog: Catalog;
  list: StreamList;
}

/** The list of tables with their switches, the columns of one next to it, and the selection's totals below. */
export function SelectTables({ source, catalog, list }: SelectTablesProps) {
  const t = messages.use();
  const [query] = useSearchParams();
  const streams = useMemo(() => inOrder(list.streams), [list.streams]);
  const choice = useChanges(list, source);
  const shown = shownOf(query);
  const found = useColumnMatches(source.id, shown.search);
  const visible = shownStreams(streams, choice, shown, found.matches);
  const schemas = useClosedSchemas(shown.search);
  const tree = useRef<HTMLDivElement>(null);
  const columns = useOpenColumns();
  const prefetchColumns = usePrefetchColumns(source.id);
  const opened = streams.find((stream) => stream.tableName === columns.of);
  const closeColumns = () => {
    columns.close();
    focusRow(tree.current);
  };
  return (
    <>
      <Split data-open={opened ? true : undefined}>
        <section aria-labelledby="tables-heading">
          <TableTools streams={streams} choice={choice} visible={visible} canEdit={source.can.edit} />
          <CatalogNotices source={source} catalog={catalog} streams={streams} choice={choice} />
          {visible.length === 0 ? (
            <NoneShown columns={found} />
          ) : (
            <StreamTree
              // Another tab or search starts at the top.
              key={`${shown.tab} ${shown.search}`}
              list={tree}
              label={t('tables.region', { source: source.name })}
              streams={visible}
              all={streams}
              search={shown.search}
              columns={found.matches}
              choice={choice}
              schemas={schemas}
              canEdit={source.can.edit}
              opened={opened?.tableName ?? null}
              onOpen={columns.open}
              onEnter={columns.enter}
              onClose={columns.close}
              onPoint={prefetchColumns}
            />
          )}
          {visible.length > 0 && <ColumnSearchState search={found} />}
        </section>
        {opened && (
          <StreamPanel
            source={source}
            stream={opened}
            choice={choice}
            takesFocus={columns.isEntered}
            neighbors={neighborsOf(opened, visible)}
            onOpen={columns.open}
            onClose={closeColumns}
          />
        )}
      </Split>
      {source.can.edit && (
        <SaveBar source={source} streams={streams} choice={choice} rowsPerSecond={catalog.rowsPerSecond} />
      )}
      <LeaveGuard changes={choice.isSaving ? 0 : choice.changed.size} />
    </>
  );
}

function neighborsOf(stream: CatalogStream, shown: readonly CatalogStream[]): Neighbors {
  const at = shown.indexOf(stream);
  const nameAt = (index: number) => (at < 0 ? null : (shown[index]?.tableName ?? null));
  return { previous: at === 0 ? null : nameAt(at - 1), next: nameAt(at + 1) };
}

/** Returns a function that fetches a table's columns before they are opened. */
function usePrefetchColumns(sourceConnectionId: string) {
  const { organizationId } = useWorkspace();
  const client = useQueryClient();
  return (tableName: string) =>
    void client.prefetchQuery(catalogQueries.columns(organizationId, sourceConnectionId, tableName));
}

/** The table whose columns are open, which is in the URL, and whether the focus moves there, which isn't. */
function useOpenColumns() {
  const [query, setQuery] = useSearchParams();
  const [isEntered, setEntered] = useState(false);
  const show = (tableName: string | null, goThere: boolean) => {
    setEntered(goThere);
    setQuery((latest) => withTable(latest, tableName), { replace: true });
  };
  return {
    of: query.get('table'),
    isEntered,
    open: (tableName: string) => show(tableName, false),
    enter: (tableName: string) => show(tableName, true),
    close: () => show(null, false),
  };
}

const Split = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  flex: 1,
  minHeight: 0,
  '& > section': { position: 'relative', display: 'flex', flexDirection: 'column', minWidth: 0 },
  '&[data-open]': { gridTemplateColumns: 'minmax(0, 1fr) 408px' },
  '@media (max-width: 1200px)': { '&[data-open]': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
