import type { CatalogStream } from '@headwater/shared/contract';
import { styled, VisuallyHidden } from '@headwater/shared/ui';
import { useId, useLayoutEffect, useMemo, useRef, useState, type RefObject, type UIEvent } from 'react';
import { messages } from '../messages.ts';
import { rowWindow } from './row-window.ts';
import { SchemaLine } from './schema-line.tsx';
import { matchOf, type ColumnMatches } from './search.ts';
import { canSwitch } from './selection.ts';
import { StreamLine } from './stream-line.tsx';
import { HINT_ROOM, TreeKeysHint } from './tree-keys-hint.tsx';
import type { KeyEffect } from './tree-keys.ts';
import { isSchema, tableKey, tablesBetween, treeRows, type TableRow, type TreeRow } from './tree-rows.ts';
import type { useClosedSchemas } from './use-closed-schemas.ts';
import { changedStream } from './settings-changes.ts';
import type { Changes } from './use-changes.ts';
import { useTreeFocus } from './use-tree-focus.ts';

interface StreamTreeProps {
  list: RefObject<HTMLDivElement | null>;
  label: string;
  /** The tables that match the tab and the search, in the order of the list. */
  streams: readonly CatalogStream[];
  all: readonly CatalogStream[];
  search: string;
  columns: ColumnMatches;
  choice: Changes;
  schemas: ReturnType<typeof useClosedSchemas>;
  canEdit: boolean;
  /** The table whose columns are open. */
  opened: string | null;
  onOpen(tableName: string): void;
  /** Opens the columns and moves the focus there. */
  onEnter(tableName: string): void;
  onClose(): void;
  /** Called when the pointer is over a table's name. */
  onPoint(tableName: string): void;
}

/** Tables by schema, as a single tab stop. Only the visible rows are drawn, so that ten thousand tables can scroll. */
export function StreamTree(props: StreamTreeProps) {
  const { list, label, streams, all, schemas, canEdit, opened } = props;
  const rows = useMemo(() => treeRows(streams, all, schemas.closed), [streams, all, schemas.closed]);
  const hint = useId();
  const lastSwitched = useRef<string | null>(null);
  const switchTo = (row: TableRow, on: boolean, isRange: boolean) => {
    props.choice.change(tablesBetween(rows, isRange ? lastSwitched.current : null, row), on);
    lastSwitched.current = row.key;
  };
  const { view, onScroll } = useView(list);
  const { at, ...keys } = useTreeFocus({
    list,
    rows,
    opened,
    initialKey: opened && tableKey(opened),
    page: Math.max(1, Math.floor(view.height / view.rowHeight) - 2),
    act: (effect, isRange) => act(effect, props, (row, on) => switchTo(row, on, isRange)),
  });
  const drawn = rowWindow({ count: rows.length, ...view, also: at });
  return (
    <>
      <Scroll ref={list} onScroll={onScroll}>
        <Tree
          role="treegrid"
          aria-label={label}
          aria-describedby={hint}
          aria-multiselectable
          aria-readonly={!canEdit || undefined}
          aria-rowcount={rows.length + 1}
          style={{ height: HEAD_HEIGHT + rows.length * view.rowHeight }}
          {...keys}
        >
          <Head />
          {drawn.map((index) => {
            const row = rows[index]!;
            const top = HEAD_HEIGHT + index * view.rowHeight;
            return (
              <TreeLine
                key={row.key}
                {...props}
                row={row}
                index={index}
                top={top}
                isActive={index === at}
                onSwitch={switchTo}
              />
            );
          })}
        </Tree>
      </Scroll>
      <TreeKeysHint id={hint} />
    </>
  );
}

/** Does what a key press requests. */
function act(
  effect: Exclude<KeyEffect, { goTo: number }>,
  props: StreamTreeProps,
  switchTo: (row: TableRow, on: boolean) => void,
): void {
  const { choice, schemas, canEdit, onOpen, onEnter, onClose } = props;
  if ('enter' in effect) onEnter(effect.enter.stream.tableName);
  else if ('select' in effect) {
    const { stream } = effect.select;
    const isSelected = choice.selection.has(stream.tableName);
    if (canEdit && canSwitch(stream, isSelected)) switchTo(effect.select, !isSelected);
  } else {
    const opens = 'open' in effect;
    const row = opens ? effect.open : effect.close;
    if (!isSchema(row)) return opens ? onOpen(row.stream.tableName) : onClose();
    if (row.isOpen !== opens) schemas.toggle(row.namespace);
  }
}

interface TreeLineProps extends StreamTreeProps {
  row: TreeRow;
  index: number;
  /** From the top of the tree, in px. */
  top: number;
  isActive: boolean;
  onSwitch(row: TableRow, on: boolean, isRange: boolean): void;
}

function TreeLine({ row, index, top, isActive, onSwitch, ...props }: TreeLineProps) {
  const { choice, schemas, search, columns, opened, canEdit, onEnter, onPoint } = props;
  const wiring = {
    role: 'row',
    'data-key': row.key,
    tabIndex: isActive ? 0 : -1,
    'aria-rowindex': index + 2, // the header is 1
    'aria-level': row.level,
    'aria-posinset': row.position,
    'aria-setsize': row.siblings,
    style: { transform: `translateY(${top}px)` },
  } as const;
  if (isSchema(row)) {
    const selected = row.streams.filter(({ tableName }) => choice.selection.has(tableName)).length;
    return (
      <SchemaLine
        row={row}
        wiring={wiring}
        selected={selected}
        onToggle={() => schemas.toggle(row.namespace)}
      />
    );
  }
  const { stream } = row;
  const isSelected = choice.selection.has(stream.tableName);
  return (
    <StreamLine
      stream={changedStream(stream, choice.settings.get(stream.tableName))}
      isChanged={choice.changed.has(stream.tableName)}
      onKeepAs={canEdit ? (way) => choice.setWay(stream, way) : null}
      wiring={wiring}
      search={search}
      match={matchOf(stream, search, columns)}
      isSelected={isSelected}
      isOpen={stream.tableName === opened}
      canSwitch={canEdit && canSwitch(stream, isSelected)}
      onChange={(on, isRange) => onSwitch(row, on, isRange)}
      onOpen={() => onEnter(stream.tableName)}
      onPoint={() => onPoint(stream.tableName)}
    />
  );
}

function Head() {
  const t = messages.use();
  return (
    <div role="row" aria-rowindex={1}>
      <div role="columnheader">
        <VisuallyHidden>{t('tables.col_selected')}</VisuallyHidden>
      </div>
      <div role="columnheader">{t('tables.col_table')}</div>
      <div role="columnheader" className="hw-p2 end">
        {t('tables.col_rows')}
      </div>
      <div role="columnheader" className="hw-p3 hw-size end">
        {t('tables.col_size')}
      </div>
      <div role="columnheader" className="hw-p3 hw-size end">
        {t('tables.col_columns')}
      </div>
      <div role="columnheader" className="hw-p3">
        {t('tables.col_key_cursor')}
      </div>
      <div role="columnheader" className="hw-p3">
        {t('tables.col_keep')}
      </div>
    </div>
  );
}

/** Rows are taller on touch screens, so that they are easy to tap. */
const rowHeight = () => (window.matchMedia?.('(pointer: coarse), (max-width: 600px)').matches ? 44 : 36);
/** The height that is assumed until the list has been measured. */
const FIRST_HEIGHT = 720;

function useView(list: RefObject<HTMLDivElement | null>) {
  const [at, setAt] = useState({ scrollTop: 0, height: FIRST_HEIGHT });
  useLayoutEffect(() => {
    const measure = () =>
      setAt(({ scrollTop }) => ({ scrollTop, height: list.current?.clientHeight || FIRST_HEIGHT }));
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [list]);
  return {
    view: { rowHeight: rowHeight(), ...at },
    onScroll: ({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLDivElement>) =>
      setAt({ scrollTop, height: clientHeight || FIRST_HEIGHT }),
  };
}

const HEAD_HEIGHT = 34;

// Takes the height that is left on the page, instead of growing with its rows.
const Scroll = styled('div')({
  overflow: 'auto',
  flex: '1 1 0',
  minHeight: 320,
  containerType: 'inline-size',
  scrollPaddingBlock: `${HEAD_HEIGHT}px 56px`,
  '&:has(:focus-visible)': HINT_ROOM,
  '@media (max-width: 1200px)': { '[data-open] > section > &': { minHeight: 420 } },
});
const Tree = styled('div')({
  '--inset': '24px',
  '--columns': '38px minmax(120px, 1fr) 100px 96px 60px minmax(90px, 0.4fr) 118px',
  position: 'relative',
  fontSize: 'var(--size-13)',
  whiteSpace: 'nowrap',
  '& > [role="row"]': {
    position: 'absolute',
    inset: '0 0 auto',
    height: 'var(--row)',
    display: 'grid',
    gridTemplateColumns: 'var(--columns)',
    alignItems: 'center',
    columnGap: 16,
    paddingInline: 'var(--inset)',
    borderBottom: '1px solid var(--line)',
  },
  '& > [role="row"] > *': { minWidth: 0 },
  '& > [role="row"]:focus-visible': { outlineOffset: -2 },
  '& .end': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& > :first-of-type': {
    position: 'sticky',
    zIndex: 'var(--z-sticky)',
    height: HEAD_HEIGHT,
    background: 'var(--surface)',
    color: 'var(--text-2)',
    fontSize: 'var(--size-12)',
    fontWeight: 'var(--weight-medium)',
  },
  '& [role="columnheader"]': { overflow: 'hidden', textOverflow: 'ellipsis' },
  // Beside an open panel, there is no room for sizes, and for the number of columns, which the panel shows.
  '@container (max-width: 740px)': {
    '--columns': '38px minmax(110px, 1fr) 116px minmax(80px, 1fr) 118px',
    '& > [role="row"] > .hw-size': { display: 'none' },
  },
  // Matches the cells that are hidden at these widths.
  '@media (max-width: 900px)': { '--columns': '38px minmax(0, 1fr) 100px' },
  '@media (max-width: 600px)': { '--inset': '16px', '--columns': '38px minmax(0, 1fr)' },
});
