import { memo, type CSSProperties } from 'react';
import type { Language } from '../../messages/language.ts';
import { IconArrowDown, IconArrowUp, IconKey } from '../icons/icons.ts';
import { uiMessages } from '../ui-messages.ts';
import type { GridColumn, GridSortKey } from './data-grid.tsx';
import { writtenAs } from './figures.ts';
import { KindIcon } from './kind-icon.tsx';

/**
 * Returns whether a column's timestamps are shown in the user's time zone; those without a zone are shown unchanged.
 */
export const hasZone = ({ kind, type }: Pick<GridColumn, 'kind' | 'type'>) =>
  kind === 'timestamp' && /with time zone|timestamptz/i.test(type);

/** A column that is rendered, and its position. */
interface Shown {
  index: number;
  start: number;
  size: number;
}

const isFigure = ({ kind }: GridColumn) => kind === 'number';
/** The first column is pinned by the style sheet and needs no position. */
const placed = ({ index, start, size }: Shown): CSSProperties => ({
  left: index === 0 ? undefined : start,
  width: size,
});
const marks = (column: GridColumn, { index }: Shown) => ({
  'aria-colindex': index + 1,
  'data-figure': isFigure(column) || undefined,
  'data-pinned': index === 0 || undefined,
});

interface Columns {
  columns: readonly GridColumn[];
  shown: readonly Shown[];
}

interface GridHeadProps extends Columns {
  /** Undefined if rows can't be sorted here. */
  sort: readonly GridSortKey[] | undefined;
  /** The column of the active head, if a head is active. */
  active: number | null;
}

export function GridHead({ columns, shown, sort, active }: GridHeadProps) {
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
            aria-sort={key && (key.descending ? 'descending' : 'ascending')}
            data-sortable={sort ? true : undefined}
            tabIndex={sort && (active === place.index ? 0 : -1)}
            {...marks(column, place)}
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
  language: Language;
  /** Formats a timestamp with a time zone. */
  timestamp(iso: string): string;
  nullWord: string;
}

/** Memoized, so that rows that stay visible while scrolling aren't rendered again. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { number, top, width, columns, shown, values, active, language, timestamp, nullWord } = props;
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
            {...marks(column, place)}
            style={placed(place)}
          >
            {value === null ? (
              <i>{nullWord}</i>
            ) : (
              <span>{oneLine(hasZone(column) ? timestamp(value) : writtenAs(value, column, language))}</span>
            )}
          </div>
        );
      })}
    </div>
  );
});

/** Shows line breaks and tabs as symbols: a cell has one line, and hiding them would hide data. */
const oneLine = (value: string) =>
  value
    .slice(0, 200)
    .replace(/\r\n|\r|\n/g, '↵')
    .replaceAll('\t', '⇥');
