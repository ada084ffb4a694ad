import { collectionOf, renderRoute } from '@headwater/shared/testing';
import { screen } from '@testing-library/react';
import { routes } from '../routes.tsx';
import { csv, LIST_PATH, MOUNT, postgres } from '../testing/fixtures.ts';

const open = () =>
  renderRoute(routes, `${LIST_PATH}/new/select`, {
    mount: MOUNT,
    api: { 'GET connectors': collectionOf('connectors', [csv, postgres]) },
  });

test('each source leads to its form', async () => {
  await open();
  const link = await screen.findByRole('link', { name: /PostgreSQL/ });
  expect(link).toHaveAttribute('href', `${LIST_PATH}/new/connect?connector=postgres`);
  expect(screen.getByRole('region', { name: 'Files' })).toHaveTextContent('CSV files');
});

test('what people also call it finds it; what the search hides is counted', async () => {
  const { user, location } = await open();
  await user.type(await screen.findByRole('searchbox', { name: 'Find a source' }), 'excel');
  expect(await screen.findByText('1 other source is hidden by your search.')).toBeInTheDocument();
  expect(screen.queryByText('PostgreSQL')).not.toBeInTheDocument();
  expect(location()).toBe(`${LIST_PATH}/new/select?q=excel`);
});

test('a search that finds nothing can be taken back', async () => {
  const { user } = await open();
  await user.type(await screen.findByRole('searchbox'), 'oracle');
  expect(await screen.findByText('No sources match “oracle”')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show all sources' }));
  expect(await screen.findByText('PostgreSQL')).toBeInTheDocument();
});
