import { REPORT_COLUMNS } from './report-limits.ts';
import type { Aggregate, Query } from '../tables/query.ts';
import { rolesOfShape } from '../tables/query-shape.rules.ts';
import { isOfRows } from '../tables/query.rules.ts';
import type { ComputedCard, ReportCard, ReportContent } from './report.ts';

/** What is wrong with a report, and where, as a JSON pointer into it. */
export interface ReportFault {
  code: 'report_id_taken' | 'report_card_too_wide' | 'report_card_without_measure' | 'report_card_unknown';
  pointer: string;
  values: Readonly<Record<string, string>>;
}

export const isComputed = (card: ReportCard): card is ComputedCard => card.kind !== 'text';

/** Returns everything that is wrong with a report by itself, whatever the tables are like. */
export function faultsOfReport({ cards, filters }: ReportContent): ReportFault[] {
  const known = new Set(cards.filter(isComputed).map(({ id }) => id));
  return [
    ...takenIds(cards, '/cards'),
    ...takenIds(filters, '/filters'),
    ...cards.flatMap(({ title, layout: { x, w } }, at): ReportFault[] =>
      x + w > REPORT_COLUMNS
        ? [{ code: 'report_card_too_wide', pointer: `/cards/${at}/layout`, values: { card: title } }]
        : [],
    ),
    ...cards.flatMap((card, at): ReportFault[] =>
      (card.kind === 'query' || card.kind === 'number') && isOfRows(card.query)
        ? [
            {
              code: 'report_card_without_measure',
              pointer: `/cards/${at}/query/measures`,
              values: { card: card.title },
            },
          ]
        : [],
    ),
    ...filters.flatMap(({ bind }, at) =>
      bind.flatMap(({ card }, index): ReportFault[] =>
        known.has(card)
          ? []
          : [
              {
                code: 'report_card_unknown',
                pointer: `/filters/${at}/bind/${index}/card`,
                values: { id: card },
              },
            ],
      ),
    ),
  ];
}

function takenIds(parts: readonly { id: string }[], pointer: string): ReportFault[] {
  const seen = new Set<string>();
  return parts.flatMap(({ id }, at): ReportFault[] => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [{ code: 'report_id_taken', pointer: `${pointer}/${at}/id`, values: { id } }];
  });
}

/** Returns the names of all columns of the table that a query reads, each once. */
export function columnsOfQuery({ filter = [], shape, breakouts, measures }: Query): string[] {
  const ofFilter = filter.flat().map(({ column }) => column);
  if (shape) return [...new Set([...ofFilter, ...rolesOfShape(shape).map(({ column }) => column)])];
  const ofAggregate = ({ column, where = [] }: Aggregate) => [
    ...(column === undefined ? [] : [column]),
    ...where.flat().map((condition) => condition.column),
  ];
  return [
    ...new Set([
      ...ofFilter,
      ...breakouts.map(({ column }) => column),
      ...measures.flatMap((measure) => {
        if ('ratio' in measure) return measure.ratio.flatMap(ofAggregate);
        return 'calc' in measure ? [] : ofAggregate(measure);
      }),
    ]),
  ];
}
