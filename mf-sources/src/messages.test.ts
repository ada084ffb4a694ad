import de from './messages/de.json';
import en from './messages/en.json';

// The Jest transform compiles both files, so a message that doesn't parse fails here as well.
test('both languages have the same messages', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
});
