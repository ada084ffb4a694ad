import { memo, type CSSProperties } from 'react';
import type { Language } from '../../messages/language.ts';
import { IconKey } from '../icons/icons.ts';
import { uiMessages } from '../ui-messages.ts';
import type { GridColumn } from './data-grid.tsx';
import { writtenAs } from './figures.ts';
import { KindIcon } from './kind-icon.tsx';

/** A column of times that are told in the reader's zone; one without a zone stays as the source has it. */
export const hasZone = ({ kind, type }: Pick<GridColumn, 'kind' | 'type'>) =>
  kind === 'timestamp' && /with time zone|timestamptz/i.test(type);

/** A column that is in the page, and where. */
interface Shown {
  index: number;
  start: number;
  size: number;
}

const isFigure = ({ kind }: GridColumn) => kind === 'number';
/** The first column is pinned by the style sheet and stands where the row begins. */
const placed = ({ index, start, size }: Shown): CSSProperties => ({
  left: index === 0 ? undefined : start,
  width: size,
});
const marks = (column: GridColumn, { index }: Shown) => ({
  'aria-colindex': index + 1,
  'data-figure': isFigure(column) || undefined,
  'data-pinned': index === 0 || undefined,
});

interface GridHeadProps {
  columns: readonly GridColumn[];
  shown: readonly Shown[];
}

export function GridHead({ columns, shown }: GridHeadProps) {
  const t = uiMessages.use();
  return (
    <div role="row" aria-rowindex={1} data-head style={{ width: '100%' }}>
      {shown.map((place) => {
        const column = columns[place.index]!;
        return (
          <div
            key={place.index}
            role="columnheader"
            title={column.type}
            {...marks(column, place)}
            style={placed(place)}
          >
            {column.primaryKey ? (
              <IconKey size={14} label={t('grid.primary_key')} />
            ) : (
              <KindIcon kind={column.kind} />
            )}
            <span>{column.name}</span>
          </div>
        );
      })}
    </div>
  );
}

interface GridRowProps extends GridHeadProps {
  /** As readers count it: the head is 1. */
  number: number;
  top: number;
  width: number;
  values: readonly (string | null)[];
  /** The column of the active cell, if it is in this row. */
  active: number | null;
  language: Language;
  /** How a time with a zone is written. */
  timestamp(iso: string): string;
  nullWord: string;
}

/** Rows that stay in sight while others come and go are not rendered again. */
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

/** Line breaks and tabs are shown as signs: a cell has one line, and hiding them would hide data. */
const oneLine = (value: string) =>
  value
    .slice(0, 200)
    .replace(/\r\n|\r|\n/g, '↵')
    .replaceAll('\t', '⇥');
