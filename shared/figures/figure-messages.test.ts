import chartTexts from '@headwater/shared/charts/messages/en.json';
import de from './messages/de.json';
import en from './messages/en.json';

// The transform compiles both files, so a message that doesn't parse fails here too.
test('both languages have the same keys', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
});

test('no message of charts is overruled', () => {
  expect(Object.keys(en).filter((key) => Object.hasOwn(chartTexts, key))).toEqual([]);
});
