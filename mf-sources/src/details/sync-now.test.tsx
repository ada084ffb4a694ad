import { collectionOf, documentOf, errorsOf, renderRoute } from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import {
  catalogResponses,
  MOUNT,
  postgres,
  ROUTES,
  run,
  source,
  SOURCE,
  SOURCE_PATH,
  stream,
} from '../testing/fixtures.ts';

const START = `POST ${ROUTES.source}/sync-runs`;

const open = () =>
  renderRoute(routes, SOURCE_PATH, {
    mount: MOUNT,
    api: {
      'GET connectors': collectionOf('connectors', [postgres]),
      [`GET ${ROUTES.source}`]: documentOf('source_connections', SOURCE, source()),
      [`GET ${ROUTES.tables}`]: collectionOf('tables', []),
      [START]: documentOf('sync_runs', 'run_7', run({ state: 'queued' }), 202),
      ...catalogResponses([
        stream('orders', { selected: true }),
        stream('visits', { selected: true }),
        stream('unselected'),
      ]),
    },
  });

const choose = async ({ user }: Awaited<ReturnType<typeof open>>, item: string) => {
  await user.click(await screen.findByRole('button', { name: 'More ways to sync' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
  return within(await screen.findByRole('dialog'));
};
const sent = ({ api }: Awaited<ReturnType<typeof open>>) =>
  api.callsTo(START).map(({ body }) => body?.data.attributes);

test('chosen tables are synced, only selected ones are offered, and at least one is required', async () => {
  const page = await open();
  const dialog = await choose(page, 'Sync chosen tables');
  await dialog.findByRole('checkbox', { name: 'orders' });
  expect(dialog.queryByRole('checkbox', { name: 'unselected' })).not.toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Sync tables' })).toHaveAttribute('aria-disabled', 'true');
  await page.user.click(dialog.getByRole('checkbox', { name: 'visits' }));
  await page.user.click(dialog.getByRole('checkbox', { name: 'Read them again from scratch' }));
  await page.user.click(dialog.getByRole('button', { name: 'Sync 1 table' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent(page)).toEqual([{ tables: ['visits'], refresh: true }]);
});

test('everything is read again only after a confirmation', async () => {
  const page = await open();
  const dialog = await choose(page, 'Read everything again');
  expect(dialog.getByText(/keeps its current version/)).toBeVisible();
  expect(sent(page)).toEqual([]);
  await page.user.click(dialog.getByRole('button', { name: 'Read everything again' }));
  await waitFor(() => expect(sent(page)).toEqual([{ refresh: true }]));
});

test('the dialog stays open if the run could not be started', async () => {
  const page = await open();
  page.api.on({ [START]: errorsOf(409, [{ code: 'other_run_active' }]) });
  const dialog = await choose(page, 'Sync chosen tables');
  await page.user.click(await dialog.findByRole('checkbox', { name: 'orders' }));
  await page.user.click(dialog.getByRole('button', { name: 'Sync 1 table' }));
  expect(await screen.findByText(/A run that reads something else is active/)).toBeVisible();
  expect(dialog.getByRole('checkbox', { name: 'orders' })).toBeChecked();
});
