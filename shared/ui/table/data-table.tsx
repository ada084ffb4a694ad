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

interface TableRowsProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  /** Undefined while they are being fetched; skeleton rows of the same height are shown instead. */
  rows: readonly Row[] | undefined;
  rowKey(row: Row): string;
  isSelected?(row: Row): boolean;
  skeletonRows?: number;
}

interface TableShellProps<Row> {
  /** The accessible name. */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  /** 36 px, 44 px, or 52 px for cells with two lines. */
  density?: 'compact' | 'roomy' | 'two-line';
  /** The rows are being replaced; they stay, dimmed. */
  busy?: boolean;
}

export type DataTableProps<Row> = TableShellProps<Row> & TableRowsProps<Row>;

/** A table of things and their properties. Put it into a Frame, with a FrameFoot for counts and paging. */
export function DataTable<Row>({ label, columns, density, busy, ...rows }: DataTableProps<Row>) {
  return (
    <TableShell {...{ label, columns, density }} busy={busy || rows.rows === undefined}>
      <tbody>
        <TableRows columns={columns} {...rows} />
      </tbody>
    </TableShell>
  );
}

/** The head of a table whose rows are in several parts: `tbody` elements with `TablePartRow` and `TableRows`. */
export function TableShell<Row>(props: TableShellProps<Row> & { children: ReactNode }) {
  const { label, columns, density = 'compact', busy, children } = props;
  return (
    <Scroll>
      <Table
        aria-label={label}
        aria-busy={busy || undefined}
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
        {children}
      </Table>
    </Scroll>
  );
}

export function TableRows<Row>({ columns, rows, rowKey, isSelected, skeletonRows = 6 }: TableRowsProps<Row>) {
  if (!rows)
    return Array.from({ length: skeletonRows }, (_, at) => <SkeletonRow key={at} columns={columns} />);
  return rows.map((row) => (
    <tr key={rowKey(row)} aria-selected={isSelected?.(row) || undefined}>
      {columns.map((column) => cellOf(column, column.cell(row)))}
    </tr>
  ));
}

interface TablePartRowProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  /** In the first column. */
  title: ReactNode;
  /** In the second one. */
  text?: ReactNode;
}

/** The first row of a part of the table. */
export function TablePartRow<Row>({ columns, title, text }: TablePartRowProps<Row>) {
  const [first, second] = columns;
  return (
    <tr data-part>
      {columns.map((column) =>
        cellOf(column, column === first ? title : column === second && text, 'rowgroup'),
      )}
    </tr>
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

function cellOf<Row>(
  { id, align, hideBelow, rowHead }: DataTableColumn<Row>,
  content: ReactNode,
  scope: 'row' | 'rowgroup' = 'row',
) {
  const wiring = { 'data-align': align, 'data-hide-below': hideBelow };
  return rowHead ? (
    <th key={id} scope={scope} {...wiring}>
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
  '& tbody > tr[data-part]': { background: 'var(--surface-2)' },
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
