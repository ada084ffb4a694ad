import { useSearchParams } from '@headwater/shared/routing';
import { styled } from '@headwater/shared/ui';
import { useMemo, useRef, useState } from 'react';
import type { Catalog } from '../catalog.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { CatalogNotices } from './catalog-notices.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { NoneShown } from './none-shown.tsx';
import { SaveBar } from './save-bar.tsx';
import { shownStreams } from './selection.ts';
import { StreamPanel } from './stream-panel.tsx';
import { StreamTree } from './stream-tree.tsx';
import { TableTools } from './table-tools.tsx';
import { inOrder } from './tree-rows.ts';
import { useClosedSchemas } from './use-closed-schemas.ts';
import { useSelection } from './use-selection.ts';
import { focusRow } from './use-tree-focus.ts';
import { shownOf, withTable } from './view.ts';

interface SelectTablesProps {
  source: SourceConnection;
  catalog: Catalog;
}

/** The list of tables with their switches; beside it the columns of one; under it what the choice amounts to. */
export function SelectTables({ source, catalog }: SelectTablesProps) {
  const t = messages.use();
  const [query] = useSearchParams();
  const streams = useMemo(() => inOrder(catalog.streams), [catalog.streams]);
  const choice = useSelection(catalog, source.id);
  const shown = shownOf(query);
  const visible = shownStreams(streams, choice.selection, shown);
  const schemas = useClosedSchemas(shown.search);
  const list = useRef<HTMLDivElement>(null);
  const columns = useOpenColumns();
  const opened = streams.find((stream) => stream.tableName === columns.of);
  const closeColumns = () => {
    columns.close();
    focusRow(list.current);
  };
  return (
    <>
      <Split data-open={opened ? true : undefined}>
        <section aria-labelledby="tables-heading">
          <TableTools streams={streams} choice={choice} visible={visible} canEdit={source.can.edit} />
          <CatalogNotices source={source} catalog={catalog} choice={choice} />
          {visible.length === 0 ? (
            <NoneShown />
          ) : (
            <StreamTree
              // Another tab or search begins at its top.
              key={`${shown.tab} ${shown.search}`}
              list={list}
              label={t('tables.region', { source: source.name })}
              streams={visible}
              all={streams}
              search={shown.search}
              choice={choice}
              schemas={schemas}
              canEdit={source.can.edit}
              opened={opened?.tableName ?? null}
              onOpen={columns.open}
              onEnter={columns.enter}
              onClose={columns.close}
            />
          )}
        </section>
        {opened && (
          <StreamPanel
            key={opened.tableName}
            source={source}
            stream={opened}
            takesFocus={columns.isEntered}
            onClose={closeColumns}
          />
        )}
      </Split>
      {source.can.edit && <SaveBar source={source} streams={streams} choice={choice} />}
      <LeaveGuard changes={choice.isSaving ? 0 : choice.changes.length} />
    </>
  );
}

/** The table whose columns are open stands in the address; whether whoever opened them went there does not. */
function useOpenColumns() {
  const [query, setQuery] = useSearchParams();
  const [isEntered, setEntered] = useState(false);
  const show = (tableName: string | null, goThere: boolean) => {
    setEntered(goThere);
    setQuery(withTable(query, tableName), { replace: true });
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
  '&[data-open]': { gridTemplateColumns: 'minmax(0, 1fr) 392px' },
  '@media (max-width: 1200px)': { '&[data-open]': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
