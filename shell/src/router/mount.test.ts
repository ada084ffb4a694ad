import type { Area } from '../remotes/areas.ts';
import { mount } from './mount.ts';

const MOUNT = '/w/:organizationId';
const area = (...paths: string[]): Area => ({
  id: 'mf-a/0',
  remote: 'mf-a',
  group: 'workspace',
  mount: MOUNT,
  paths,
});
const onFailure = () => new Promise<never>(() => undefined);
const indexes = (one: Area) => mount(one, [], onFailure)[0]!.children!.filter(({ index }) => index);

test('the bare path of an area without a page for it is not found', () => {
  expect(indexes(area(MOUNT))).toHaveLength(1);
});

test('a path above those of an area is left to others', () => {
  expect(indexes(area(`${MOUNT}/data`, `${MOUNT}/data-tools`))).toEqual([]);
});
