import { matchRoutes } from '@headwater/shared/routing';
import manifest from '../../package.json';
import { writePageBlock } from '../testing/page-block.ts';
import { routes } from './routes.tsx';

test("each path that the shell's package.json declares is one of its routes", () => {
  writePageBlock({ remotes: {} });
  const own = routes({ placeholders: () => [], onFailure: Promise.reject });
  const patternAt = (path: string) => matchRoutes(own, path.replaceAll(/:(\w+)/g, '$1'))?.at(-1)?.route.path;
  const declared = manifest.headwater.routes.map(({ path }) => path);
  expect(declared.map(patternAt)).toEqual(declared);
});
