import de from './messages/de.json';
import en from './messages/en.json';

// The transform compiles both files, so a text that doesn't parse fails here as well.
test('both languages say the same things', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
});
