import de from './messages/de.json';
import en from './messages/en.json';

// The transform compiles both files, so a message that doesn't parse fails here too.
test('both languages have the same keys', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
});
