import { memo, type CSSProperties } from 'react';
import { halvesOf } from '../core/ends.ts';
import { cellText, type CellFormat } from './cell-text.ts';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconKey } from '../icons/icons.ts';
import { ariaKeys } from '../menu/key-names.ts';
import { uiMessages } from '../ui-messages.ts';
import type { GridColumn, GridSortKey } from './grid-column.ts';
import { partsOf } from './find-cells.ts';
import { KindIcon } from './kind-icon.tsx';

/** A column that is rendered, and its position. */
interface Shown {
  index: number;
  start: number;
  size: number;
}

const isFigure = ({ kind }: GridColumn) => kind === 'number';
const placed = ({ start, size }: Shown): CSSProperties => ({ left: start, width: size });
const marks = (column: GridColumn, { index }: Shown, pinned: number) => ({
  'aria-colindex': index + 1,
  'data-figure': isFigure(column) || undefined,
  'data-pinned': index < pinned ? (index === pinned - 1 ? 'last' : 'inner') : undefined,
});

interface Columns {
  columns: readonly GridColumn[];
  shown: readonly Shown[];
  /** How many of the first columns stay in view. */
  pinned: number;
}

interface GridHeadProps extends Columns {
  /** Undefined if rows can't be sorted here. */
  sort: readonly GridSortKey[] | undefined;
  /** The column of the active head, if a head is active. */
  active: number | null;
  /** Whether heads have an edge to drag. */
  isResizable: boolean;
  /** Whether heads have a button that opens what is known about their column. */
  isExplained: boolean;
}

export function GridHead({ columns, shown, pinned, sort, active, isResizable, isExplained }: GridHeadProps) {
  const t = uiMessages.use();
  return (
    <div role="row" aria-rowindex={1} data-head style={{ width: '100%' }}>
      {shown.map((place) => {
        const column = columns[place.index]!;
        const at = sort?.findIndex((key) => key.column === column.name) ?? -1;
        const key = sort?.[at];
        return (
          <div
            key={place.index}
            role="columnheader"
            title={sort ? t('grid.sort_hint', { type: column.type }) : column.type}
            // Without its button, which would be said with each cell.
            aria-label={
              isExplained
                ? `${column.primaryKey ? `${t('grid.primary_key')} ` : ''}${column.name}`
                : undefined
            }
            aria-keyshortcuts={isExplained ? ariaKeys('head_about') : undefined}
            aria-sort={key && (key.descending ? 'descending' : 'ascending')}
            data-sortable={sort ? true : undefined}
            tabIndex={sort && (active === place.index ? 0 : -1)}
            {...marks(column, place, pinned)}
            style={placed(place)}
          >
            {column.primaryKey ? (
              <IconKey size={14} label={t('grid.primary_key')} />
            ) : (
              <KindIcon kind={column.kind} />
            )}
            <span>{column.name}</span>
            {key && (key.descending ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />)}
            {key && sort!.length > 1 && <small>{at + 1}</small>}
            {isExplained && (
              <button
                type="button"
                data-about
                tabIndex={-1}
                aria-haspopup="dialog"
                aria-label={t('grid.about', { column: column.name })}
              >
                <IconChevronDown size={14} />
              </button>
            )}
            {isResizable && <b data-edge aria-hidden />}
          </div>
        );
      })}
    </div>
  );
}

interface GridRowProps extends Columns {
  /** The row's number for screen readers, where the head is 1. */
  number: number;
  top: number;
  width: number;
  values: readonly (string | null)[];
  /** The column of the active cell, if it is in this row. */
  active: number | null;
  format: CellFormat;
  nullWord: string;
  /** A text that is marked wherever it occurs. Empty if none is. */
  find: string;
  /** Columns whose values tell apart by their ends. */
  byEnd: ReadonlySet<number>;
}

/** Memoized, so that rows that stay visible while scrolling aren't rendered again. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { number, top, width, columns, shown, pinned, values, active, format, nullWord, find, byEnd } = props;
  return (
    <div role="row" aria-rowindex={number} style={{ minWidth: width, transform: `translateY(${top}px)` }}>
      {shown.map((place) => {
        const column = columns[place.index]!;
        const value = values[place.index] ?? null;
        return (
          <div
            key={place.index}
            role="gridcell"
            tabIndex={active === place.index ? 0 : -1}
            {...marks(column, place, pinned)}
            style={placed(place)}
          >
            {value === null ? (
              <i>{nullWord}</i>
            ) : (
              <Value text={cellText(value, column, format)} find={find} isByEnd={byEnd.has(place.index)} />
            )}
          </div>
        );
      })}
    </div>
  );
});

function Value({ text, find, isByEnd }: { text: string; find: string; isByEnd: boolean }) {
  const halves = isByEnd && find === '' ? halvesOf(text) : null;
  if (!halves) return <span>{marked(text, find)}</span>;
  return (
    <span data-middle>
      <span>{text}</span>
      <span aria-hidden data-start={halves.head} data-end={halves.tail} />
    </span>
  );
}

const marked = (text: string, find: string) =>
  find === ''
    ? text
    : partsOf(text, find).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part));
