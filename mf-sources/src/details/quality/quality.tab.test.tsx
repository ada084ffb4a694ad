import { documentOf, renderRoute, collectionOf } from '@headwater/shared/testing';
import type { QualityAttributes, TableQualityAttributes } from '@headwater/shared/contract';
import { screen, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';
import { MOUNT, postgres, quality, ROUTES, source, SOURCE, SOURCE_PATH } from '../../testing/fixtures.ts';

const open = (found: QualityAttributes, details?: TableQualityAttributes) =>
  renderRoute(routes, `${SOURCE_PATH}?tab=quality`, {
    mount: MOUNT,
    api: {
      'GET connectors': collectionOf('connectors', [postgres]),
      [`GET ${ROUTES.source}`]: documentOf('source_connections', SOURCE, source()),
      [`GET ${ROUTES.tables}`]: collectionOf('tables', []),
      [`GET ${ROUTES.source}/quality`]: documentOf('qualities', SOURCE, found),
      ...(details && {
        [`GET ${ROUTES.tables}/:tableName/quality`]: documentOf('table_qualities', 'tbl_orders', details),
      }),
    },
  });

test('says that no row was lost, and shows the same figures as a table', async () => {
  const { user, router } = await open(quality({}, { loaded: 97, rejected: 3 }));
  expect(await screen.findByText(/The last run accounts for every row.* 3 rows were rejected/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  const figures = screen.getByRole('table', { name: 'Completeness' });
  expect(within(figures).getByRole('row', { name: /Run 7 .* 100 97 0 0 3 Adds up/ })).toBeVisible();
  expect(router.state.location.search).toBe('?tab=quality&figures=shown');
});

test('says how many rows can’t be accounted for', async () => {
  await open(quality({}, { unaccounted: 2 }));
  expect(await screen.findByText(/2 rows of the last run can’t be accounted for/)).toBeVisible();
});

test('names what drifts, by which rule, and opens the figures behind it', async () => {
  const usual = { low: 90, high: 110 };
  const drifting = [{ column: 'note', share: 0.5, usual: { low: 0.05, high: 0.15 } }];
  const found = quality({
    volume: { rows: 60, earlier: 10, usual, drifts: true },
    nulls: { earlier: 10, drifting },
  });
  const { user, router } = await open(found, {
    runs: [{ ...found.tables[0]!.latest, rows: 60 }],
    volume: { rows: 60, earlier: 10, usual, drifts: true },
    columns: [
      {
        name: 'note',
        nulls: 30,
        before: [0.1],
        earlier: 10,
        drifts: true,
        share: 0.5,
        usual: drifting[0]!.usual,
      },
    ],
  });
  const tables = await screen.findByRole('table', { name: 'Drift' });
  expect(within(tables).getByText('Fewer rows than usual')).toBeVisible();
  expect(within(tables).getByText('More NULL in note: 50%, usually at most 15%')).toBeVisible();
  expect(
    screen.getByText(/median of the 10 runs before than 4.5 times .* It takes 5 earlier runs/),
  ).toBeVisible();
  await user.click(within(tables).getByRole('link', { name: 'orders' }));
  const drawer = await screen.findByRole('dialog', { name: 'orders' });
  expect(
    await within(drawer).findByText('60 rows after the last run, usually 90 to 110 (shaded).'),
  ).toBeVisible();
  expect(within(drawer).getByRole('row', { name: 'note 30 50% 5% to 15%' })).toBeVisible();
  expect(router.state.location.search).toBe('?tab=quality&table=orders');
  await user.click(within(drawer).getByRole('button', { name: 'Close' }));
  expect(router.state.location.search).toBe('?tab=quality');
});

test('says how many runs are missing before anything can be compared', async () => {
  await open(quality({ volume: { rows: 100, earlier: 2, usual: null, drifts: false } }));
  expect(await screen.findByText('Not enough runs yet: 2 of 5')).toBeVisible();
  expect(screen.getByText('No table has enough runs to compare yet')).toBeVisible();
  expect(screen.queryByText(/None of/)).not.toBeInTheDocument();
});

test('without a run, there is nothing to judge', async () => {
  await open({ runs: [], tables: [] });
  expect(await screen.findByText('Nothing to judge yet')).toBeVisible();
});
