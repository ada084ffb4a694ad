import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setTimeZone } from '../../messages/time-zone.ts';
import { ThemeRoot, uiMessages } from '../index.ts';
import { DataGrid } from './data-grid.tsx';
import type { DataGridProps } from './data-grid-props.ts';
import type { GridColumn } from './grid-column.ts';

const columns: GridColumn[] = [
  { name: 'id', kind: 'number', type: 'BIGINT', primaryKey: true },
  { name: 'note', kind: 'text', type: 'VARCHAR' },
  { name: 'data', kind: 'json', type: 'JSON' },
];
const timestamps: GridColumn[] = [
  { name: 'paid_at', kind: 'timestamp', type: 'TIMESTAMP WITH TIME ZONE' },
  { name: 'due_at', kind: 'timestamp', type: 'TIMESTAMP' },
];
const rows = Array.from({ length: 200 }, (_, index) => [
  String(index + 1),
  index === 1 ? null : `note\n${index + 1}`,
  '{"total":12345678901234567890}',
]);

beforeAll(() => uiMessages.load());

async function show(more: Partial<DataGridProps> = {}) {
  await act(async () =>
    render(
      <ThemeRoot>
        <DataGrid label="orders" columns={columns} rows={rows} firstRow={100} totalRows={5_000} {...more} />
      </ThemeRoot>,
    ),
  );
  return userEvent.setup();
}
const cell = (name: string) => screen.getByRole('gridcell', { name });

test('announces its position in the whole table, and renders only a few of its rows', async () => {
  await show();
  expect(screen.getByRole('grid', { name: 'orders' })).toHaveAttribute('aria-rowcount', '5001');
  expect(cell('1').closest('[role="row"]')).toHaveAttribute('aria-rowindex', '102');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
});

test('NULL is shown as a word and a line break as a symbol', async () => {
  await show();
  expect(screen.getByText('NULL')).toBeInTheDocument();
  expect(cell('note↵1')).toBeInTheDocument();
});

test('one cell is in the tab order, and arrow keys move it together with the focus', async () => {
  const user = await show();
  await user.tab();
  expect(cell('1')).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}');
  expect(cell('note↵3')).toHaveFocus();
  expect(screen.getAllByRole('gridcell').filter((one) => one.tabIndex === 0)).toHaveLength(1);
});

test('a click opens a value that is truncated, and otherwise activates the cell', async () => {
  const user = await show();
  await user.click(cell('5'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(cell('5')).toHaveAttribute('tabindex', '0');
  await user.click(cell('note↵5'));
  expect(screen.getByRole('dialog', { name: 'note, row 105' })).toHaveTextContent('note 5');
});

test('a key moves the focus to any cell, however far away', async () => {
  const user = await show();
  await user.tab();
  await user.keyboard('{Control>}{End}{/Control}');
  expect(document.activeElement?.closest('[role="row"]')).toHaveAttribute('aria-rowindex', '301');
  expect(document.activeElement).toHaveAttribute('aria-colindex', '3');
});

test('Enter opens the whole value, with every digit of its numbers', async () => {
  const user = await show();
  await user.tab();
  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  expect(screen.getByRole('dialog', { name: 'data, row 101' })).toHaveTextContent('12345678901234567890');
  await user.keyboard('{Escape}');
});

test('a numeric primary key is right-aligned like other numbers', async () => {
  await show();
  expect(cell('1')).toHaveAttribute('data-figure');
  expect(cell('note↵1')).not.toHaveAttribute('data-figure');
});

test('a timestamp with a time zone is shown in the user’s, one without keeps its time', async () => {
  setTimeZone('Asia/Kolkata');
  const row = ['2026-11-21T12:04:31.25Z', '2026-11-21T12:04:31'];
  await act(async () =>
    render(
      <ThemeRoot>
        <DataGrid label="payments" columns={timestamps} rows={[row]} firstRow={0} totalRows={1} />
      </ThemeRoot>,
    ),
  );
  expect(cell('2026-11-21 17:34:31.25')).toBeInTheDocument();
  expect(cell('2026-11-21 12:04:31')).toBeInTheDocument();
  setTimeZone(null);
});

test('Ctrl+C copies the whole value of the active cell', async () => {
  const user = await show();
  await user.tab();
  await user.keyboard('{ArrowRight}');
  const setData = jest.fn();
  fireEvent.copy(document.activeElement!, { clipboardData: { setData } });
  expect(setData).toHaveBeenCalledWith('text/plain', 'note\n1');
});

test('a column is resized by dragging its edge, which doesn’t sort, and by keys; a double click resets it', async () => {
  const onResize = jest.fn();
  const onSort = jest.fn();
  Element.prototype.setPointerCapture ??= () => {};
  const user = await show({ widths: new Map([['note', 200]]), onResize, onSort });
  const head = screen.getByRole('columnheader', { name: /note/ });
  const edge = head.querySelector('[data-edge]')!;
  await user.pointer([
    { keys: '[MouseLeft>]', target: edge, coords: { clientX: 300 } },
    { target: edge, coords: { clientX: 340 } },
  ]);
  expect(head).toHaveStyle({ width: '240px' });
  await user.pointer({ keys: '[/MouseLeft]', target: edge, coords: { clientX: 340 } });
  expect(onResize).toHaveBeenLastCalledWith('note', 240);
  await user.dblClick(edge);
  expect(onResize).toHaveBeenLastCalledWith('note', null);
  expect(onSort).not.toHaveBeenCalled();
  head.focus();
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  expect(onResize).toHaveBeenLastCalledWith('note', 184);
});

test('as many first columns as wished are pinned', async () => {
  await show({ pinned: 2, widths: new Map([['id', 90]]) });
  const pinned = screen.getAllByRole('columnheader').filter((head) => head.dataset.pinned);
  expect(pinned.map(({ textContent, style }) => [textContent, style.left])).toEqual([
    ['id', '0px'],
    ['note', '90px'],
  ]);
});

test('a text is marked where it occurs', async () => {
  await show({ marks: { text: 'NOTE↵3', current: { row: 2, column: 1 } } });
  expect(screen.getAllByText('note↵3').map(({ tagName }) => tagName)).toEqual(['MARK']);
});

test('what is known about a column opens from its head, by pointer and by keyboard, and doesn’t sort', async () => {
  const onSort = jest.fn();
  const about: DataGridProps['about'] = ({ column, anchor, onClose }) =>
    column && (
      <button onClick={onClose}>
        {column.name} below {anchor?.getAttribute('aria-colindex')}
      </button>
    );
  const user = await show({ onSort, about });
  const heads = screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-label'));
  expect(heads).toEqual(['part of the primary key id', 'note', 'data']);
  await user.click(screen.getByRole('button', { name: 'About note' }));
  await user.click(screen.getByRole('button', { name: 'note below 2' }));
  expect(screen.queryByText(/below/)).not.toBeInTheDocument();
  await user.keyboard('{ArrowRight}');
  act(() => screen.getByRole('columnheader', { name: 'data' }).focus());
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(screen.getByText('data below 3')).toBeInTheDocument();
  expect(onSort).not.toHaveBeenCalled();
});
