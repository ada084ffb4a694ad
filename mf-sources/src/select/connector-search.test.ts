import { searchConnectors } from './connector-search.ts';

const postgres = { name: 'PostgreSQL', aliases: ['pg', 'postgres'] };
const csv = { name: 'Files', aliases: ['excel', 'sheet'] };

test.each([
  ['', [postgres, csv]],
  ['PG', [postgres]],
  [' excel ', [csv]],
  ['s', [postgres, csv]],
  ['oracle', []],
])('%j finds its connectors', (search, found) => {
  expect(searchConnectors([postgres, csv], search)).toEqual(found);
});
