import { faultsOfRoutes } from '@headwater/shared/testing';
import manifest from '../package.json';
import { routes } from './routes.tsx';

test('routes.tsx serves what package.json declares, from the declared chunks, and nothing else', async () => {
  expect(await faultsOfRoutes(manifest.headwater, routes)).toEqual([]);
});
