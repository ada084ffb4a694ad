import { documentOf, renderRoute } from '@headwater/shared/testing';
import { screen } from '@testing-library/react';
import { routes } from '../../routes.tsx';

test('shows what is used of each limit, and what the tables have', async () => {
  await renderRoute(routes, '/w/org_finch/settings/usage', {
    mount: '/w/:organizationId',
    api: {
      'GET organizations/:organizationId/usage': documentOf('usages', 'org_finch', {
        storage: { limit: 100 * 1024 ** 3, uploads: 1024 ** 3, exports: 0, versions: 24 * 1024 ** 3 },
        limited: [{ noun: 'connections', used: 180, limit: 200 }],
        tables: 71,
        columns: 803,
        rows: 21_000_000,
      }),
    },
  });
  expect(await screen.findByText('25 GB of 100 GB')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Stored' })).toHaveAttribute('aria-valuenow', '25');
  expect(screen.getByText('180 of 200')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Connections' })).toHaveAttribute('aria-valuenow', '90');
  expect(screen.getByText('21,000,000')).toBeVisible();
});
