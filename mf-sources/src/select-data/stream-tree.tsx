import type { CatalogStream } from '@headwater/shared/contract';
import { useSearchParams } from '@headwater/shared/routing';
import { Button, styled } from '@headwater/shared/ui';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { useMemo, useRef, useState, type UIEvent } from 'react';
import { messages } from '../messages.ts';
import { rowWindow } from './row-window.ts';
import { groupsOf } from './selection.ts';
import { GroupRow, StreamRow } from './stream-row.tsx';
import type { useSelection } from './use-selection.ts';
import { shownOf, withShown } from './view.ts';

interface StreamTreeProps {
  label: string;
  /** What tab and search leave. */
  streams: readonly CatalogStream[];
  all: readonly CatalogStream[];
  choice: ReturnType<typeof useSelection>;
  canEdit: boolean;
  opened: string | null;
  onOpen(tableName: string): void;
}

/** Tables by schema. Ten thousand of them scroll, as only those in sight are drawn. */
export function StreamTree({ label, streams, all, choice, canEdit, opened, onOpen }: StreamTreeProps) {
  const t = messages.use();
  const rows = useMemo(() => treeRows(streams, all), [streams, all]);
  const { scroll, shown, onScroll } = useRowWindow(rows.length);
  if (streams.length === 0) return <NoneShown />;
  return (
    <Scroll ref={scroll} onScroll={onScroll} tabIndex={0} role="region" aria-label={label}>
      <Table aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col">{t('tables.col_selected')}</th>
            <th scope="col">{t('tables.col_table')}</th>
            <th scope="col" className="hw-p2 end">
              {t('tables.col_rows')}
            </th>
            <th scope="col" className="hw-p3 end">
              {t('tables.col_size')}
            </th>
            <th scope="col" className="hw-p3 end">
              {t('tables.col_columns')}
            </th>
            <th scope="col" className="hw-p3">
              {t('tables.col_key')}
            </th>
          </tr>
        </thead>
        <tbody>
          <Gap height={shown.above} />
          {rows
            .slice(shown.first, shown.end)
            .map((row, index) =>
              'streams' in row ? (
                <GroupRow
                  key={`schema:${row.namespace}`}
                  at={shown.first + index}
                  group={row}
                  selection={choice.selection}
                />
              ) : (
                <StreamRow
                  key={row.tableName}
                  at={shown.first + index}
                  stream={row}
                  isSelected={choice.selection.has(row.tableName)}
                  isOpen={row.tableName === opened}
                  canEdit={canEdit}
                  onChange={(on) => choice.change([row], on)}
                  onOpen={() => onOpen(row.tableName)}
                />
              ),
            )}
          <Gap height={shown.below} />
        </tbody>
      </Table>
    </Scroll>
  );
}

/** Schemas and, under each, its tables that are shown. A source without schemas has no headings. */
function treeRows(streams: readonly CatalogStream[], all: readonly CatalogStream[]) {
  const whole = new Map(groupsOf(all).map((group) => [group.namespace, group]));
  return groupsOf(streams).flatMap(({ namespace, streams: members }) => {
    const group = whole.get(namespace);
    return group && namespace !== null ? [group, ...members] : members;
  });
}

function Gap({ height }: { height: number }) {
  return height === 0 ? null : <tr aria-hidden style={{ height }} />;
}

function NoneShown() {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const { tab, search } = shownOf(query);
  const title =
    search !== '' ? 'tables.none_shown' : tab === 'selected' ? 'tables.none_selected' : 'tables.all_selected';
  const showAll = () => setQuery(withShown(query, { tab: 'all', search: '' }), { replace: true });
  return <EmptyState title={t(title)} action={<Button onClick={showAll}>{t('tables.show_all')}</Button>} />;
}

/** On touch rows are taller, as fingers are. */
const rowHeight = () => (window.matchMedia?.('(pointer: coarse), (max-width: 600px)').matches ? 44 : 36);
/** Until the list has been measured. */
const FIRST_HEIGHT = 720;

function useRowWindow(count: number) {
  const scroll = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ scrollTop: 0, height: FIRST_HEIGHT });
  return {
    scroll,
    shown: rowWindow({ count, rowHeight: rowHeight(), ...at }),
    onScroll: ({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLDivElement>) =>
      setAt({ scrollTop, height: clientHeight || FIRST_HEIGHT }),
  };
}

// As high as the sheet leaves room for, and never as high as its rows.
const Scroll = styled('div')({
  overflow: 'auto',
  flex: '1 1 0',
  minHeight: 320,
  '--inset': '24px',
  '@media (max-width: 1200px)': { '[data-open] > section > &': { minHeight: 420 } },
  '@media (max-width: 600px)': { '--inset': '16px' },
});
const Table = styled('table')({
  tableLayout: 'auto',
  fontSize: 'var(--size-13)',
  '& th, & td': {
    textAlign: 'left',
    whiteSpace: 'nowrap',
    padding: '0 8px',
    height: 'var(--row)',
    borderBottom: '1px solid var(--line)',
  },
  '& .end': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 'var(--z-sticky)',
    height: 34,
    background: 'var(--surface)',
    color: 'var(--text-2)',
    fontSize: 'var(--size-12)',
    fontWeight: 'var(--weight-medium)',
  },
  '& thead th:first-of-type, & tbody td:first-of-type, & tbody th[scope="colgroup"]': {
    paddingLeft: 'var(--inset)',
  },
  '& tr > :last-child': { paddingRight: 'var(--inset)' },
  '& thead th:first-of-type': { width: 54, fontSize: 0 },
});
