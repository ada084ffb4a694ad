import {
  comparedWith,
  filteredQuery,
  isComputed,
  type ComputedCard,
  type ParameterValues,
  type QueryResult,
  type ReportCard,
  type ReportChoices,
  type ReportContent,
  type ReportFilter,
} from '@headwater/shared/contract';
import type { PressedCard, PressedFault } from '@headwater/press/messages';
import type { Workspace } from '../../../http/define-route.ts';
import type { Services } from '../../../http/services.ts';
import { fewAtOnce } from '@headwater/base/queue/few-at-once';
import { Refusal } from '@headwater/base/refusals/refusal';
import { parametersOfCard } from '../reports/index.ts';
import { computeResult, listTablesOf, type TableRow } from '../../tables/tables/index.ts';

/** What the cards of a report are computed with: its tables as they are now, and what has been chosen for all of them. */
export interface ReportReading extends ReportChoices {
  readonly services: Services;
  readonly workspace: Workspace;
  readonly tables: ReadonlyMap<string, TableRow>;
  readonly signal: AbortSignal;
}

/** Returns the tables that cards show, by ID, with the versions that are current now: all cards agree on them. */
export async function tablesOf(
  workspace: Workspace,
  { cards }: Pick<ReportContent, 'cards'>,
): Promise<Map<string, TableRow>> {
  const ids = [...new Set(cards.filter(isComputed).map(({ table }) => table.id))];
  const found = await workspace.transaction((db) => listTablesOf(db, ids));
  return new Map(found.map((table) => [table.id, table]));
}

interface ComputedResult {
  result: QueryResult;
  zone: string;
  table: TableRow;
  unbound: readonly ReportFilter[];
  /** The values that its saved query was run with. */
  parameters: ParameterValues;
}

/** Computes a card of the version that the reading has. Throws why it can't be computed. */
export async function computeCard(
  { services, workspace, tables, filters, valueOf, comparison, signal }: ReportReading,
  card: ComputedCard,
): Promise<ComputedResult> {
  const table = tables.get(card.table.id);
  if (!table) throw new Refusal('report_table_unknown', { values: { table: card.table.name } });
  if (table.version === null) throw new Refusal('table_not_synced');
  const { query, unbound } = filteredQuery(card, filters, valueOf);
  const compare = comparedWith(card, comparison);
  const { values, chosen } =
    table.selection === 'view'
      ? await parametersOfCard(workspace, card, { filters, valueOf })
      : { values: [], chosen: null };
  const asked = {
    ...{ ...table, number: table.version, query, isCard: true, compare },
    ...{ parameters: chosen, pointer: '' },
  };
  const { tableId: _id, zone, ...result } = await computeResult(services, workspace, asked, signal);
  return { result, zone, table, unbound, parameters: values };
}

/** Computes a card for a file. One that can't be computed says so in its place. */
export async function pressedCard(reading: ReportReading, card: ReportCard): Promise<PressedCard> {
  const { title, layout } = card;
  if (card.kind === 'text') return { kind: 'text', title, layout, text: card.text };
  try {
    const { result, table, unbound, parameters } = await computeCard(reading, card);
    const { version: _version, sql: _sql, ...shown } = result;
    return {
      ...{ kind: card.kind, title, layout, mark: card.kind === 'query' ? card.mark : null },
      ...{ measure: card.query.measures[0] ?? null, result: shown, ...ageOf(table) },
      ...{ unbound: unbound.map(({ label }) => label), parameters },
    };
  } catch (error) {
    const fault = faultOf(error);
    if (!fault) throw error;
    return { kind: 'fault', title, layout, fault, table: card.table.name, filter: filterIn(error) };
  }
}

/** Computes cards for a file. */
export const pressedCards = (reading: ReportReading, cards: readonly ReportCard[]): Promise<PressedCard[]> =>
  fewAtOnce(cards, (card) => pressedCard(reading, card));

/** How old a table's data is, and whether that's older than it should be. */
export const ageOf = ({ freshAsOf, lateAt, stale }: TableRow) => ({
  freshAsOf: freshAsOf?.toISOString() ?? null,
  isLate: stale || (lateAt !== null && lateAt.getTime() <= Date.now()),
});

/** Returns the label of the filter whose value doesn't fit. */
const filterIn = (error: unknown): string =>
  error instanceof Refusal ? String(error.faults[0]!.values?.filter ?? '') : '';

/** Returns what a card says instead of what it should show, or undefined if the file can't be made now. */
function faultOf(error: unknown): PressedFault['fault'] | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const { code } = error.faults[0]!;
  if (code === 'report_table_unknown' || code === 'not_found') return 'table_gone';
  if (code === 'table_not_synced') return 'table_empty';
  if (code === 'version_damaged') return 'damaged';
  if (code === 'currencies_mixed') return 'currencies';
  if (code === 'query_timed_out' || code === 'query_too_large' || code === 'query_overflow') return 'failed';
  if (code.startsWith('report_parameter_') || code === 'sql_parameter_unfit') return 'parameter';
  return code.startsWith('query_') || code === 'time_zone_unknown' ? 'unfit' : undefined;
}
