import { styled } from '@mui/material/styles';
import type { CSSProperties, ReactNode } from 'react';
import { Skeleton, useSlow } from '../core/skeleton.tsx';
import { tableStyles } from './table-styles.ts';

export interface DataTableColumn<Row> {
  id: string;
  /** An empty string for a column without a heading, such as one with buttons. */
  head: ReactNode;
  cell(row: Row): ReactNode;
  /** `end` for numbers. */
  align?: 'end';
  /** Names the row for screen readers; set on one column. */
  rowHead?: boolean;
  /** The column is hidden up to this window width; the least important columns first. */
  hideBelow?: 600 | 900 | 1360;
  /** If all columns but one have a width, that one gets the rest, and none depends on its content. */
  width?: CSSProperties['width'];
}

export interface DataTableProps<Row> {
  /** The accessible name. */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  /** Undefined while they are being fetched; skeleton rows of the same height are shown instead. */
  rows: readonly Row[] | undefined;
  rowKey(row: Row): string;
  /** 36 px, 44 px, or 52 px for cells with two lines. */
  density?: 'compact' | 'roomy' | 'two-line';
  /** The rows are being replaced; they stay, dimmed. */
  busy?: boolean;
  isSelected?(row: Row): boolean;
  skeletonRows?: number;
}

/** A table of things and their properties. Put it into a Frame, with a FrameFoot for counts and paging. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, density = 'compact', busy, isSelected, skeletonRows = 6 } = props;
  return (
    <Scroll>
      <Table
        aria-label={label}
        aria-busy={busy || rows === undefined || undefined}
        data-density={density}
        data-fixed={columns.filter(({ width }) => width === undefined).length === 1 || undefined}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.id} {...column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => (
                <tr key={rowKey(row)} aria-selected={isSelected?.(row) || undefined}>
                  {columns.map((column) => cellOf(column, column.cell(row)))}
                </tr>
              ))
            : Array.from({ length: skeletonRows }, (_, index) => (
                <SkeletonRow key={index} columns={columns} />
              ))}
        </tbody>
      </Table>
    </Scroll>
  );
}

/** Without text it isn't a `th`, because screen readers would announce an empty heading. */
function HeadCell<Row>({ head, align, hideBelow, width }: DataTableColumn<Row>) {
  const wiring = { 'data-align': align, 'data-hide-below': hideBelow, style: { width } };
  if (head === '') return <td {...wiring} />;
  return (
    <th scope="col" {...wiring}>
      {head}
    </th>
  );
}

function cellOf<Row>({ id, align, hideBelow, rowHead }: DataTableColumn<Row>, content: ReactNode) {
  const wiring = { 'data-align': align, 'data-hide-below': hideBelow };
  return rowHead ? (
    <th key={id} scope="row" {...wiring}>
      {content}
    </th>
  ) : (
    <td key={id} {...wiring}>
      {content}
    </td>
  );
}

function SkeletonRow<Row>({ columns }: { columns: readonly DataTableColumn<Row>[] }) {
  const slow = useSlow();
  return (
    <tr aria-hidden style={slow ? undefined : { visibility: 'hidden' }}>
      {columns.map((column, index) =>
        cellOf({ ...column, rowHead: false }, <Skeleton width={index === 0 ? 140 : 64} />),
      )}
    </tr>
  );
}

const Scroll = styled('div')({ overflow: 'auto', position: 'relative', '--inset': '16px' });

const Table = styled('table')({
  ...tableStyles,
  '& th, & td': {
    textAlign: 'left',
    height: 'var(--row)',
    padding: '4px 12px',
    fontSize: 'var(--size-13)',
    verticalAlign: 'middle',
    borderBottom: '1px solid var(--line)',
  },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 'var(--inset)' },
  '& th ~ td:first-of-type, & td ~ th:first-of-type': { paddingLeft: 12 },
  '& tr > :last-child': { paddingRight: 'var(--inset)' },
  '& [data-align="end"]': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '&[data-density="roomy"] tbody > tr > *': { height: 'var(--row-roomy)' },
  '&[data-density="two-line"] tbody > tr > *': { height: 52 },
  '&[data-fixed]': { tableLayout: 'fixed' },
  '&[aria-busy] tbody': { opacity: 0.6 },
  '@media (max-width: 1360px)': { '& [data-hide-below="1360"]': { display: 'none' } },
  '@media (max-width: 900px)': { '& [data-hide-below="900"]': { display: 'none' } },
  '@media (max-width: 600px)': {
    '& [data-hide-below="600"]': { display: 'none' },
    // Of a row whose first cell is hidden, the second one. Emotion warns about `:first-child`.
    '& tr > [data-hide-below="600"]:not(* + *) + :is(th, td)': { paddingLeft: 'var(--inset)' },
    '&[data-density="roomy"] tbody > tr:has(.hw-narrow) > *': { height: 52 },
    '&[data-density="two-line"] tbody > tr > *': { height: 60 },
  },
});
