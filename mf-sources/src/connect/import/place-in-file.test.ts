import { placeInFile } from './place-in-file.ts';

test.each([
  ['/data/attributes/file', ''],
  ['/data/attributes/file/format', 'format'],
  ['/data/attributes/file/streams/3/masks/a~1b~0', 'streams[3].masks.a/b~'],
  ['/data/attributes/configuration/host', ''],
  [undefined, ''],
])('%s is shown as %j', (pointer, place) => {
  expect(placeInFile(pointer)).toBe(place);
});
