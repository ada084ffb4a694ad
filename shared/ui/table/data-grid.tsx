import type { DataGridProps } from './data-grid-props.ts';
import { styled } from '@mui/material/styles';
import { useEffect, useMemo, useRef, type CSSProperties } from 'react';
import { tellApartByEnd } from '../core/ends.ts';
import { useFormat } from '../../messages/format.ts';
import { useLanguage } from '../../messages/language.ts';
import { uiMessages } from '../ui-messages.ts';
import { GridHead, GridRow } from './grid-row.tsx';
import { gridStyles, ROW_PX } from './grid-styles.ts';
import { useActiveCell } from './use-active-cell.ts';
import { useColumnLayout } from './use-column-layout.ts';
import { useGridEvents } from './use-grid-events.ts';
import { useGridWindow } from './use-grid-window.ts';
import { WholeValue, type WholeValueProps } from './whole-value.tsx';

const ROWS_PER_PAGE_KEY = 12;

/**
 * A page of a table's rows, virtualized in both directions, with pinned first columns. One cell is in the tab order,
 * and arrow keys move between cells, and heads if they sort. A click opens the whole of a truncated value; Enter and
 * Space open any value; Ctrl+C copies it. Needs a parent with a height.
 */
export function DataGrid(props: DataGridProps) {
  const { label, columns, rows, firstRow, totalRows, busy, sort, onSort, onResize, marks, about } = props;
  const { density = 'comfortable', wholeValue, opensAll = false } = props;
  const t = uiMessages.use();
  const language = useLanguage();
  const { timestamp } = useFormat();
  const scroll = useRef<HTMLDivElement>(null);
  const format = useMemo(() => ({ language, timestamp }), [language, timestamp]);
  const byEnd = useMemo(
    () =>
      new Set(
        columns.flatMap(({ kind }, index) =>
          kind !== 'number' && tellApartByEnd(valuesAt(rows, index)) ? [index] : [],
        ),
      ),
    [columns, rows],
  );
  const { widths, pinned, resize } = useColumnLayout(props, scroll, format);
  const size = {
    rows: rows.length,
    columns: columns.length,
    page: ROWS_PER_PAGE_KEY,
    withHead: onSort !== undefined || about !== undefined,
  };
  const cell = useActiveCell(size, (to) => grid.bringIntoView(to));
  const { active } = cell;
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
  const { opened, explained, handlers } = useGridEvents(props, cell, resize.resizeByKey);
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
          {...handlers}
          {...resize.handlers}
          data-dragged={resize.isDragging || undefined}
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
        column: opened.at && (columns[opened.at.column] ?? null),
        row: opened.at ? firstRow + opened.at.row + 1 : 0,
        value: opened.at ? (rows[opened.at.row]?.[opened.at.column] ?? null) : null,
        onClose: opened.close,
      })}
      {about?.({
        column: explained.at?.column ?? null,
        anchor: explained.at?.anchor ?? null,
        onClose: explained.close,
      })}
    </>
  );
}

const defaultWholeValue = (props: WholeValueProps) => <WholeValue {...props} />;

function* valuesAt(rows: DataGridProps['rows'], column: number) {
  for (const row of rows) yield row[column];
}

const Scroll = styled('div')(gridStyles);
