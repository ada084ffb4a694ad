import { documentOf, renderRoute } from '@headwater/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import {
  catalogResponses,
  column,
  columnMatches,
  MOUNT,
  ROUTES,
  source,
  SOURCE,
  SOURCE_PATH,
  stream,
} from '../testing/fixtures.ts';

const tables = [
  stream('audit.events', { namespace: 'audit', name: 'events' }),
  stream('dept_10', { selected: true }),
  stream('dept_2'),
];

const open = async (query = '', streams = tables) => {
  const rendered = await renderRoute(routes, `${SOURCE_PATH}/select-data${query}`, {
    mount: MOUNT,
    api: {
      [`GET ${ROUTES.source}`]: documentOf('source_connections', SOURCE, source()),
      ...catalogResponses(streams),
      [`GET ${ROUTES.source}/catalog/column-matches`]: columnMatches({ dept_2: ['email', 'email_work'] }),
      [`GET ${ROUTES.source}/catalog/streams/:tableName/columns`]: documentOf('stream_columns', 'x', {
        columns: [column('email')],
      }),
    },
  });
  await screen.findByRole('treegrid', { name: 'Tables of shop-db' });
  return rendered;
};
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('button').textContent);
const focus = (element: HTMLElement) => act(() => element.focus());
const row = (name: RegExp) => screen.getByRole('row', { name });

test('public is first, and numbers in the names of schemas and tables are in numeric order', async () => {
  await open();
  expect(names()).toEqual(['public1 of 2 tables', 'dept_2', 'dept_10', 'audit0 of 1 table', 'events']);
});

test('the list is a single tab stop, with keys to move, select, and open and close columns', async () => {
  const { user, location } = await open();
  focus(screen.getByRole('combobox', { name: 'Keep 1 table as…' }));
  await user.tab();
  expect(row(/^public/)).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(row(/dept_10/)).toHaveFocus();
  expect(row(/dept_10/)).toHaveAttribute('aria-selected', 'true');
  await user.keyboard(' ');
  expect(row(/dept_10/)).toHaveAttribute('aria-selected', 'false');
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('complementary', { name: 'Columns of dept_10' })).toBeVisible();
  expect(row(/dept_10/)).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'dept_10' })).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(location()).toBe(`${SOURCE_PATH}/select-data`));
  expect(row(/dept_10/)).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Discard' })).toHaveFocus();
});

test('if a key removes a table from the list, the focus moves to the next one', async () => {
  const { user } = await open('?tab=selected', [
    stream('a', { selected: true }),
    stream('b', { selected: true }),
  ]);
  focus(row(/^public/));
  await user.keyboard('{ArrowDown} ');
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Sync a/ })).not.toBeInTheDocument());
  expect(row(/\bb\b/)).toHaveFocus();
});

test('schemas collapse by click and by key, and a search looks into all of them', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: /^public/ }));
  expect(row(/^public/)).toHaveAttribute('aria-expanded', 'false');
  expect(names()).toEqual(['public1 of 2 tables', 'audit0 of 1 table', 'events']);
  focus(row(/^audit/));
  await user.keyboard('{ArrowLeft}');
  expect(names()).toEqual(['public1 of 2 tables', 'audit0 of 1 table']);
  await user.type(screen.getByRole('searchbox'), 'dept');
  await waitFor(() => expect(names()).toEqual(['public1 of 2 tables', 'dept_2', 'dept_10']));
  await user.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(names()).toEqual(['public1 of 2 tables', 'audit0 of 1 table']));
});

test('the column that a search has found is named and marked', async () => {
  await open('?q=EMAIL');
  const found = await screen.findByRole('row', { name: /dept_2/ });
  expect(found).toHaveTextContent('matches column email and 1 more');
  expect(within(found).getByText('email', { selector: 'mark' })).toBeVisible();
});

test('only the visible tables of 10,000 are drawn, and the focused one', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => stream(`t_${index}`));
  const { user } = await open('', many);
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  focus(row(/^public/));
  await user.keyboard('{End}');
  expect(row(/t_9999/)).toHaveFocus();
  expect(row(/t_9999/)).toHaveAttribute('aria-rowindex', '10002');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
});

test('Shift switches all tables from the last one on, by mouse and by key', async () => {
  const five = Array.from({ length: 5 }, (_, at) => stream(`t${at}`));
  const { user } = await open('', five);
  const selected = () =>
    screen
      .getAllByRole('switch', { checked: true })
      .map((one) => one.getAttribute('aria-label') ?? one.closest('label')?.textContent);
  await user.click(screen.getByRole('switch', { name: 'Sync t1' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('switch', { name: 'Sync t3' }));
  await user.keyboard('{/Shift}');
  expect(selected()).toEqual(['Sync t1', 'Sync t2', 'Sync t3']);
  focus(row(/t2/));
  await user.keyboard('{Shift>} {/Shift}');
  expect(selected()).toEqual(['Sync t1']);
});
