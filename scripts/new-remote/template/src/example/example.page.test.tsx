import { screen } from '@testing-library/react';
import { renderRoute } from '@headwater/shared/testing';
import { routes } from '../routes.tsx';

const open = (language: 'en' | 'de') =>
  renderRoute(routes, '/w/org_finch/example', { mount: '/w/:organizationId/example', language });

test.each([
  ['en', 'An example', 'Nothing here yet'],
  ['de', 'Ein Beispiel', 'Noch nichts da'],
] as const)('has its heading, its title and its empty state, in %s', async (language, title, empty) => {
  await open(language);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: empty })).toBeVisible();
  expect(document.title).toBe(`${title} - Headwater`);
});
