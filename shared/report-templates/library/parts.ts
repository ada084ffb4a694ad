import type { Aggregate } from '../../contract/index.ts';
import { of, rows, top } from '../measures.ts';
import { card, type TemplateCard, type TemplateFilter, type TemplateRole, type Words } from '../template.ts';

// What several templates have in common.

export const currency: TemplateRole = {
  id: 'currency',
  name: { en: 'Currency', de: 'Währung' },
  meaning: {
    en: 'Amounts of different currencies aren’t added up',
    de: 'Beträge verschiedener Währungen werden nicht zusammengezählt',
  },
  kind: 'group',
  required: false,
  aliases: ['currency', 'currency_code', 'iso_currency', 'deal_currency_code', 'waehrung', 'währung'],
};

export const oneCurrency: TemplateFilter = { role: 'currency', label: currency.name, pick: 'one' };

interface Place {
  x: number;
  w: number;
}

/** A number in the first row of cards: an aggregate of a role's column. */
export const figure = (
  id: string,
  title: Words,
  [agg, role]: readonly [Aggregate['agg'], string],
  { x, w }: Place,
): TemplateCard =>
  card({
    ...{ id, title, kind: 'number', layout: { x, y: 0, w, h: 3 }, needs: [role] },
    query: (columns) => ({ breakouts: [], measures: [of(agg, columns[role]!)] }),
  });

/** The number of rows, in the first row of cards. */
export const rowCount = (id: string, title: Words, { x, w }: Place): TemplateCard =>
  card({
    ...{ id, title, kind: 'number', layout: { x, y: 0, w, h: 3 }, needs: [] },
    query: () => ({ breakouts: [], measures: [rows] }),
  });

/** Bars of the sum of one role's column for the values of another's. */
export const sumsBy = (
  id: string,
  title: Words,
  { sum, by }: { sum: string; by: string },
  layout: TemplateCard['layout'],
): TemplateCard =>
  card({
    ...{ id, title, kind: 'query', mark: 'bars', layout, needs: [by, sum] },
    query: (columns) => ({ breakouts: [top(columns[by]!)], measures: [of('sum', columns[sum]!)] }),
  });
