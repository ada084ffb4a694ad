import {
  boundColumns,
  comparisonIn,
  comparisonsFor,
  filterValueIn,
  setsParameters,
  type ReportCard,
  type ReportContent,
  type ReportFilter,
  type SharedCard,
  type SharedFilter,
  type SharedReportResource,
} from '@headwater/shared/contract';
import { ageOf } from '../files/index.ts';
import { presentColumn } from '../../connections/source-connections/index.ts';
import type { TableRow } from '../../tables/tables/index.ts';
import type { OpenShare } from './open-share.ts';

/** What a viewer gets of a report: neither its queries nor the names of its tables. */
export function presentShared({ share, content, tables }: OpenShare): SharedReportResource {
  const ages = [...tables.values()].map(ageOf);
  const times = ages.flatMap(({ freshAsOf }) => freshAsOf ?? []).toSorted();
  const shown = new URLSearchParams(share.filters);
  return {
    type: 'shared_reports',
    id: share.id,
    attributes: {
      ...{ name: share.name, workspace: share.workspace, freshAsOf: times[0] ?? null },
      isLate: ages.some(({ isLate }) => isLate),
      cards: content.cards.map((card) => presentCard(card, tables)),
      filters: content.filters.map((filter) => ({
        ...{ id: filter.id, label: filter.label, value: filterValueIn(shown, filter) },
        offers: share.filtersOpen ? offersOf(filter, content, tables) : 'nothing',
        setsParameters: setsParameters(filter),
      })),
      comparison: {
        value: comparisonIn(shown, content),
        offers: share.filtersOpen ? comparisonsFor(content) : [],
      },
    },
  };
}

function presentCard(card: ReportCard, tables: ReadonlyMap<string, TableRow>): SharedCard {
  const { id, kind, title, layout } = card;
  const still = { id, kind, title, layout, mark: null, version: null, freshAsOf: null, isLate: false };
  if (card.kind === 'text') return { ...still, text: card.text, measure: null, state: 'ready' };
  const table = tables.get(card.table.id);
  const first = card.query.measures[0];
  const [agg, column] = first && 'agg' in first ? [first.agg, first.column ?? null] : [null, null];
  return {
    ...{ ...still, text: '', mark: card.kind === 'query' ? card.mark : null },
    measure: first ? { as: first.as, agg, column } : null,
    state: !table ? 'gone' : table.version === null ? 'empty' : 'ready',
    version: table?.version ?? null,
    ...(table && ageOf(table)),
  };
}

function offersOf(
  filter: ReportFilter,
  content: ReportContent,
  tables: ReadonlyMap<string, TableRow>,
): SharedFilter['offers'] {
  if (setsParameters(filter)) return filter.offers?.length ? 'values' : 'nothing';
  const [found] = boundColumns(filter, content, tables);
  const kind = found && presentColumn(found.column).kind;
  if (kind === 'date' || kind === 'timestamp') return 'ranges';
  return kind === 'text' || kind === 'boolean' || kind === 'uuid' ? 'values' : 'nothing';
}
