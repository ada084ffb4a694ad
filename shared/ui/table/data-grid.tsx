import { styled } from '@mui/material/styles';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import type { ColumnKind } from '../../contract/ground/column.ts';
import { tellApartByEnd } from '../core/ends.ts';
import { useFormat } from '../../messages/format.ts';
import { useLanguage } from '../../messages/language.ts';
import { uiMessages } from '../ui-messages.ts';
import { fitWidths, pinnedThatFit } from './column-widths.ts';
import { GridHead, GridRow } from './grid-row.tsx';
import { gridStyles, ROW_PX } from './grid-styles.ts';
import { useActiveCell, type CellPosition } from './use-active-cell.ts';
import { isEdge, useColumnResize } from './use-column-resize.ts';
import { useElementWidth, useNeededWidths } from './use-column-widths.ts';
import { useGridWindow } from './use-grid-window.ts';
import { WholeValue, type WholeValueProps } from './whole-value.tsx';

export interface GridColumn {
  name: string;
  kind: ColumnKind;
  /** The exact type, shown on hover. */
  type: string;
  /** The time zone in which its moments are shown. By default the one that the reader sees times in. */
  zone?: string;
  primaryKey?: boolean;
  /** Writes a value. By default, as its type says. What is copied or opened keeps all digits. */
  write?(this: void, value: string): string;
}

export interface GridSortKey {
  column: string;
  descending: boolean;
}

/** Where a text was found. */
export interface GridMarks {
  /** Marked in every cell that shows it. */
  text: string;
  /** The cell that is brought into view. */
  current: CellPosition | null;
}

export interface DataGridProps {
  /** The accessible name. */
  label: string;
  columns: readonly GridColumn[];
  /** Cells in column order, as text or null. */
  rows: readonly (readonly (string | null)[])[];
  /** Position of the first row in the whole table, from 0. */
  firstRow: number;
  /** Null if that isn't known. */
  totalRows: number | null;
  /** Another page is being loaded; this one stays, dimmed. */
  busy?: boolean;
  /** How the rows are sorted, the most important key first. Without `onSort`, they can't be sorted here. */
  sort?: readonly GridSortKey[];
  /** Called for a click on a column's head, or Enter. With Shift, the column is sorted by in addition to others. */
  onSort?(column: string, isAdded: boolean): void;
  /** How many of the first columns stay in view, as far as there is room. Default 1. */
  pinned?: number;
  /** Widths in px of columns that aren't to have their own. Without `onResize`, they can't be changed here. */
  widths?: ReadonlyMap<string, number>;
  /** Called after a column was dragged, with null if it is to have its own width again. */
  onResize?(column: string, width: number | null): void;
  /** Whether the columns share all of the width, as in a card. */
  fills?: boolean;
  density?: keyof typeof ROW_PX;
  /** Shows the whole of a cell's value. By default, a dialog with its text. */
  wholeValue?(props: WholeValueProps): ReactNode;
  /** Whether a click opens any value, not only one that is truncated, because `wholeValue` leads further. */
  opensAll?: boolean;
  marks?: GridMarks;
  /** Shows what is known about a column, under its head. Alt and the arrow key open it, too. */
  about?(props: AboutColumnProps): ReactNode;
}

export interface AboutColumnProps {
  /** Null while nothing is shown. */
  column: GridColumn | null;
  /** The column's head. */
  anchor: HTMLElement | null;
  onClose(): void;
}

const ROWS_PER_PAGE_KEY = 12;

/**
 * A page of a table's rows, virtualized in both directions, with pinned first columns. One cell is in the tab order,
 * and arrow keys move between cells, and heads if they sort. A click opens the whole of a truncated value; Enter and
 * Space open any value; Ctrl+C copies it. Needs a parent with a height.
 */
export function DataGrid(props: DataGridProps) {
  const { label, columns, rows, firstRow, totalRows, busy, sort, onSort, onResize } = props;
  const {
    density = 'comfortable',
    marks,
    widths: chosen,
    wholeValue,
    opensAll = false,
    fills = false,
    about,
  } = props;
  const t = uiMessages.use();
  const language = useLanguage();
  const { timestamp } = useFormat();
  const scroll = useRef<HTMLDivElement>(null);
  const format = useMemo(() => ({ language, timestamp }), [language, timestamp]);
  const needed = useNeededWidths(columns, rows, sort, format);
  const byEnd = useMemo(
    () =>
      new Set(
        columns.flatMap(({ kind }, index) =>
          kind !== 'number' && tellApartByEnd(valuesAt(rows, index)) ? [index] : [],
        ),
      ),
    [columns, rows],
  );
  const available = useElementWidth(scroll);
  const fitting = useMemo(() => fitWidths(needed, available, fills), [needed, available, fills]);
  const settled = useMemo(
    () => fitting.map((width, index) => chosen?.get(columns[index]!.name) ?? width),
    [fitting, chosen, columns],
  );
  const { widths, isDragging, handlers, resizeByKey } = useColumnResize({
    columns,
    widths: settled,
    onResize,
  });
  const pinned = pinnedThatFit(Math.min(props.pinned ?? 1, columns.length), widths, available);
  const [opened, setOpened] = useState<CellPosition | null>(null);
  const [explained, setExplained] = useState<{ column: GridColumn; anchor: HTMLElement } | null>(null);
  const size = {
    rows: rows.length,
    columns: columns.length,
    page: ROWS_PER_PAGE_KEY,
    withHead: onSort !== undefined || about !== undefined,
  };
  const { active, setActive, onKeyDown } = useActiveCell(size, (to) => grid.bringIntoView(to));
  const rowHeight = ROW_PX[density];
  const grid = useGridWindow({ scroll, rows: rows.length, rowHeight, widths, pinned, active });
  useEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0;
  }, [firstRow]);
  const current = marks?.current ?? null;
  useEffect(() => {
    if (current) grid.scrollTo(current);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when another cell is the current one
  }, [current]);

  const explain = (target: Element, { column }: CellPosition) => {
    const anchor = target.closest<HTMLElement>('[role="columnheader"]');
    if (anchor) setExplained({ column: columns[column]!, anchor });
  };
  const onClick = ({ target, shiftKey }: MouseEvent) => {
    if (isEdge(target)) return;
    const at = cellAt(target as Element, firstRow);
    if (!at || (at.row < 0 && !onSort && !about)) return;
    setActive(at);
    if ((target as Element).closest('[data-about]')) return explain(target as Element, at);
    if (at.row < 0) onSort?.(columns[at.column]!.name, shiftKey);
    else if (opensAll || hasMore(target as Element, rows[at.row]?.[at.column])) setOpened(at);
  };
  const onCopy = (event: ClipboardEvent) => {
    const value = rows[active.row]?.[active.column] ?? null;
    if (value === null || window.getSelection()?.isCollapsed === false) return;
    event.clipboardData.setData('text/plain', value);
    event.preventDefault();
  };
  const onKey = (event: KeyboardEvent) => {
    if (resizeByKey(event)) return event.preventDefault();
    if (about && event.altKey && event.key === 'ArrowDown') {
      const head = cellAt(event.target as Element, firstRow);
      if (head && head.row < 0) explain(event.target as Element, head);
      return event.preventDefault();
    }
    if ((event.target as Element).closest('[data-about]')) return;
    if (event.key !== 'Enter' && event.key !== ' ') return onKeyDown(event);
    event.preventDefault();
    const at = cellAt(event.target as Element, firstRow);
    if (at && at.row < 0) onSort?.(columns[at.column]!.name, event.shiftKey);
    else setOpened(at);
  };
  const nullWord = t('grid.null');
  return (
    <>
      <Scroll ref={scroll} data-busy={busy || undefined}>
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={totalRows === null ? -1 : totalRows + 1}
          aria-colcount={columns.length}
          aria-busy={busy || undefined}
          tabIndex={-1}
          onKeyDown={onKey}
          onClick={onClick}
          onCopy={onCopy}
          {...handlers}
          data-dragged={isDragging || undefined}
          data-opens={opensAll || undefined}
          style={{ minWidth: grid.width, height: grid.height, '--row': `${rowHeight}px` } as CSSProperties}
        >
          <GridHead
            columns={columns}
            shown={grid.columns}
            pinned={pinned}
            sort={onSort && (sort ?? [])}
            active={active.row < 0 ? active.column : null}
            isResizable={onResize !== undefined}
            isExplained={about !== undefined}
          />
          {grid.rows.map(({ index, start }) => (
            <GridRow
              key={index}
              number={firstRow + index + 2}
              top={start}
              width={grid.width}
              columns={columns}
              shown={grid.columns}
              pinned={pinned}
              values={rows[index]!}
              active={active.row === index ? active.column : null}
              format={format}
              nullWord={nullWord}
              find={marks?.text ?? ''}
              byEnd={byEnd}
            />
          ))}
        </div>
      </Scroll>
      {(wholeValue ?? defaultWholeValue)({
        column: opened && (columns[opened.column] ?? null),
        row: opened ? firstRow + opened.row + 1 : 0,
        value: opened ? (rows[opened.row]?.[opened.column] ?? null) : null,
        onClose: () => setOpened(null),
      })}
      {about?.({
        column: explained?.column ?? null,
        anchor: explained?.anchor ?? null,
        onClose: () => setExplained(null),
      })}
    </>
  );
}

const defaultWholeValue = (props: WholeValueProps) => <WholeValue {...props} />;

/** Returns the cell or head that an event came from, because the grid has one listener instead of one per cell. */
function cellAt(target: Element, firstRow: number): CellPosition | null {
  const cell = target.closest('[role="gridcell"], [role="columnheader"]');
  const number = (element: Element | null | undefined, name: string) => Number(element?.getAttribute(name));
  if (!cell) return null;
  const isHead = cell.getAttribute('role') === 'columnheader';
  const row = isHead ? -1 : number(cell.parentElement, 'aria-rowindex') - firstRow - 2;
  return { row, column: number(cell, 'aria-colindex') - 1 };
}

function* valuesAt(rows: DataGridProps['rows'], column: number) {
  for (const row of rows) yield row[column];
}

/** Returns whether a cell shows less than its value: truncated text, or several lines joined into one. */
function hasMore(target: Element, value: string | null | undefined): boolean {
  const cell = target.closest('[role="gridcell"]');
  const text = cell?.querySelector('[data-middle] > span') ?? cell?.querySelector('span');
  return (
    !!value &&
    (/[\r\n\t]/.test(value) || value.length > 200 || (!!text && text.scrollWidth > text.clientWidth))
  );
}

const Scroll = styled('div')(gridStyles);
