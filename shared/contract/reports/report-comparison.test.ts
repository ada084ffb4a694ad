import { choiceText, withChoices } from './report-choices.ts';
import {
  comparedWith,
  comparisonIn,
  comparisonsFor,
  savingComparison,
  withComparison,
} from './report-comparison.ts';
import type { ComputedCard, ReportContent } from './report.ts';

const NUMBER = { breakouts: [], measures: [{ as: 'n', agg: 'count' as const }] };
const PARTS = { ...NUMBER, breakouts: [{ as: 'country', column: 'country' }] };
const ROWS = { breakouts: [{ as: 'country', column: 'country' }], measures: [] };
const card = (query: ComputedCard['query'], compare?: ComputedCard['compare']) =>
  ({ kind: 'table', query, ...(compare && { compare }) }) as ComputedCard;
const report = (...cards: ComputedCard[]): ReportContent => ({ cards, filters: [] });
const empty = () => new URLSearchParams();

test('a report compares as it was saved, unless the URL says otherwise', () => {
  const own = report(card(NUMBER, 'previous'), card(PARTS));
  expect(comparisonIn(empty(), own)).toBe('cards');
  expect(comparisonIn(empty(), report(card(NUMBER)))).toBe('none');
  const saved = savingComparison(own, 'year_ago');
  expect(saved.compare).toBe('year_ago');
  expect(comparisonIn(empty(), saved)).toBe('year_ago');
  expect(savingComparison(saved, 'cards')).toEqual(own);
  for (const value of ['cards', 'none', 'previous'] as const) {
    const query = withComparison(new URLSearchParams('f.a=equals:1'), saved, value);
    expect(query.toString()).toBe(`f.a=equals%3A1&compare=${value}`);
    expect(comparisonIn(query, saved)).toBe(value);
    expect(withComparison(query, saved, 'year_ago').toString()).toBe('f.a=equals%3A1');
  }
  expect(comparisonIn(new URLSearchParams('compare=nonsense'), saved)).toBe('year_ago');
  expect(comparisonIn(new URLSearchParams('compare=cards'), report(card(NUMBER)))).toBe('none');
});

test('there is nothing to choose where nothing can be compared', () => {
  expect(comparisonsFor(report(card(ROWS), card(PARTS)))).toEqual([]);
  expect(comparisonsFor(report(card(NUMBER)))).toEqual(['none', 'previous', 'year_ago']);
  expect(comparisonsFor(report(card(NUMBER, 'previous')))[0]).toBe('cards');
});

test('cards that can’t be compared show what they show', () => {
  expect(comparedWith(card(NUMBER), 'year_ago')).toBe('year_ago');
  expect(comparedWith(card(NUMBER, 'previous'), 'year_ago')).toBe('year_ago');
  expect(comparedWith(card(NUMBER, 'previous'), 'none')).toBeUndefined();
  expect(comparedWith(card(NUMBER, 'previous'), 'cards')).toBe('previous');
  for (const query of [PARTS, ROWS]) expect(comparedWith(card(query), 'previous')).toBeUndefined();
});

test('what is chosen goes where the report goes, and nothing else does', () => {
  const query = new URLSearchParams('edit=1&f.a=equals%3A1&compare=none&share=1');
  expect(choiceText(query)).toBe('f.a=equals%3A1&compare=none');
  const others = new URLSearchParams('compare=previous&token=x&f.b=equals%3A2');
  expect(withChoices(new URLSearchParams(choiceText(query)), others).toString()).toBe(
    'f.a=equals%3A1&compare=previous&f.b=equals%3A2',
  );
});
