import { collectionOf, membership, renderRoute } from '@headwater/shared/testing';
import { screen, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import { csv, LIST_PATH, MOUNT, pokeapi, postgres, sampleShop } from '../testing/fixtures.ts';

const open = () =>
  renderRoute(routes, `${LIST_PATH}/new/select`, {
    mount: MOUNT,
    api: { 'GET connectors': collectionOf('connectors', [csv, postgres, sampleShop]) },
  });

test('readers are told who can connect a source, and are offered none', async () => {
  await renderRoute(routes, `${LIST_PATH}/new/select`, {
    mount: MOUNT,
    session: { organizations: [membership({ role: 'reader' })] },
    api: { 'GET connectors': collectionOf('connectors', [csv, postgres, sampleShop]) },
  });
  expect(await screen.findByText(/Ask an admin to make you an editor/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /PostgreSQL/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Import a connection' })).not.toBeInTheDocument();
});

test('each source links to its form', async () => {
  await open();
  const link = await screen.findByRole('link', { name: /PostgreSQL/ });
  expect(link).toHaveAttribute('href', `${LIST_PATH}/new/connect?connector=postgres`);
  expect(screen.getByRole('region', { name: 'Files' })).toHaveTextContent('Files');
});

test('a source is found by its aliases, and the sources that the search hides are counted', async () => {
  const { user, location } = await open();
  await user.type(await screen.findByRole('searchbox', { name: 'Find a source' }), 'excel');
  expect(await screen.findByText('2 other sources are hidden by your search.')).toBeInTheDocument();
  expect(screen.queryByText('PostgreSQL')).not.toBeInTheDocument();
  expect(location()).toBe(`${LIST_PATH}/new/select?q=excel`);
});

test('a search that finds nothing can be cleared', async () => {
  const { user } = await open();
  await user.type(await screen.findByRole('searchbox'), 'oracle');
  expect(await screen.findByText('No sources match “oracle”')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show all sources' }));
  expect(await screen.findByText('PostgreSQL')).toBeInTheDocument();
});

test('the sample shop is a source like any other', async () => {
  const { user } = await open();
  await user.type(await screen.findByRole('searchbox'), 'demo');
  expect(await screen.findByText('2 other sources are hidden by your search.')).toBeInTheDocument();
  const link = screen.getByRole('link', { name: /^Sample shop/ });
  expect(link).toHaveAttribute('href', `${LIST_PATH}/new/connect?connector=sample_shop`);
  expect(screen.getByRole('region', { name: 'Sample data' })).toContainElement(link);
});

test('an exported connection can be imported instead', async () => {
  await open();
  const link = await screen.findByRole('link', { name: 'Import a connection' });
  expect(link).toHaveAttribute('href', `${LIST_PATH}/new/connect?import=`);
});

test('whoever doesn’t find a source sees which others can read it, also when a search finds nothing', async () => {
  const { user } = await open();
  const unlisted = await screen.findByRole('region', { name: 'Not listed?' });
  // Only ways that this installation has are offered.
  expect(within(unlisted).getAllByRole('link')).toHaveLength(1);
  expect(within(unlisted).getByRole('link', { name: /It can export files/ })).toHaveAttribute(
    'href',
    `${LIST_PATH}/new/connect?connector=csv`,
  );
  await user.type(screen.getByRole('searchbox'), 'oracle');
  await screen.findByText('No sources match “oracle”');
  expect(screen.getByRole('region', { name: 'Not listed?' })).toBeInTheDocument();
});

test('a card says against what its source is tested', async () => {
  await open();
  expect(await screen.findByRole('link', { name: /PostgreSQL/ })).toHaveTextContent(
    'Tested with real PostgreSQL servers',
  );
});

test('what the operator has registered is named as such', async () => {
  await renderRoute(routes, `${LIST_PATH}/new/select`, {
    mount: MOUNT,
    api: { 'GET connectors': collectionOf('connectors', [postgres, pokeapi]) },
  });
  const section = await screen.findByRole('region', { name: 'Added by your operator' });
  const card = within(section).getByRole('link', { name: /PokéAPI/ });
  expect(card).toHaveTextContent('Read Pokémon from the PokéAPI.');
  expect(card).toHaveTextContent('Registered by the operator of this installation, not part of Headwater');
});
