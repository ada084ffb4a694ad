import { faultsOfRoutes } from '@headwater/shared/testing';
import manifest from '../package.json';
import { routes } from './routes.tsx';

test('routes.tsx serves what package.json declares, and nothing else', () => {
  expect(faultsOfRoutes(manifest.headwater, routes)).toEqual([]);
});
