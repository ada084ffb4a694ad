import { collectionOf, documentOf, membership, renderRoute, type Handlers } from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';

const LAST = 'GET organizations/:organizationId/tool-setups';
const SQL = 'GET organizations/:organizationId/past-sql-runs';
const RUN = 'POST organizations/:organizationId/tools/:toolSlug/runs';
const lastRun = {
  ...{ id: 'trn_1', tool: 'compare', setupId: 'tsu_1', startedBy: 'Mara', isSample: false },
  ...{ state: 'done', share: 1, outcome: 'findings', figures: { onlyLeft: 30, onlyRight: 8, changed: 0 } },
  ...{ error: null, createdAt: '2026-11-20T12:04:00Z', endedAt: '2026-11-20T12:05:00Z' },
};
const setup = {
  ...{ id: 'tsu_1', tool: 'compare', name: 'Shop against ERP', config: {}, afterSync: true },
  ...{ version: 1, tables: [], updatedAt: '2026-11-20T12:00:00Z', lastRun },
};
const past = {
  ...{ id: 'psr_1', sql: 'select 1\n  from orders', parameters: {}, outcome: 'succeeded', rows: 214 },
  ...{ milliseconds: 180, startedAt: '2026-11-21T16:20:00Z' },
};
const open = (api: Handlers = {}, search = '', role: 'admin' | 'reader' = 'admin') =>
  renderRoute(routes, `/w/org_finch/data-tools${search}`, {
    mount: '/w/:organizationId',
    session: { organizations: [membership({ role })] },
    api: {
      [LAST]: collectionOf('tool_setups', [setup]),
      [SQL]: collectionOf('past_sql_runs', [
        past,
        { ...past, id: 'psr_0', startedAt: '2026-11-19T16:20:00Z' },
      ]),
      ...api,
    },
  });

test('shows what was run last, with what it found, and runs it again', async () => {
  const { user, api, location } = await open({
    [RUN]: documentOf('tool_runs', 'trn_2', { ...lastRun, id: 'trn_2' }, 202),
  });
  const table = await screen.findByRole('table', { name: 'Recently used' });
  const [, first, second, third] = within(table).getAllByRole('row');
  expect(within(first!).getByRole('link', { name: 'select 1 from orders' })).toBeInTheDocument();
  expect(first).toHaveTextContent('214 rows in 0.18 s');
  expect(within(second!).getByText('38 rows differ')).toBeInTheDocument();
  expect(third).toBeUndefined();
  expect(second).toHaveTextContent('after each sync');
  const compare = screen.getByRole('link', { name: /^Compare/ });
  expect(compare).toHaveTextContent(/Used /);
  await user.click(within(second!).getByRole('button', { name: 'Run Shop against ERP' }));
  await waitFor(() => expect(location()).toBe('/w/org_finch/data-tools/compare?setup=tsu_1&run=trn_2'));
  expect(api.callsTo(RUN)[0]!.body!.data.attributes).toEqual({ setupId: 'tsu_1', isSample: false });
});

test('readers open what was run instead of running it', async () => {
  await open({}, '', 'reader');
  const table = await screen.findByRole('table', { name: 'Recently used' });
  expect(within(table).queryByRole('button')).not.toBeInTheDocument();
  expect(within(table).getAllByRole('link', { name: 'Open' })).toHaveLength(2);
});

test('without any run, only the tools are shown', async () => {
  await open({ [LAST]: collectionOf('tool_setups', []), [SQL]: collectionOf('past_sql_runs', []) });
  expect(await screen.findByRole('link', { name: /^Profiler/ })).toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('finds tools by what people call it', async () => {
  const { user, location } = await open({}, '?q=same');
  expect(await screen.findByText('3 tools for “same”')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /^Profiler/ })).not.toBeInTheDocument();
  await user.type(screen.getByRole('searchbox', { name: 'What do you want to do?' }), ' zzz');
  await user.click(await screen.findByRole('button', { name: 'Show all tools' }));
  expect(await screen.findByRole('link', { name: /^Profiler/ })).toBeInTheDocument();
  expect(location()).toBe('/w/org_finch/data-tools');
});
