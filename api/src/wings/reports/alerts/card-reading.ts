import { Temporal } from 'temporal-polyfill';
import {
  choicesIn,
  isComputed,
  usualName,
  type ComputedCard,
  type Measure,
  type Query,
  type QueryResult,
  type ReportContent,
} from '@headwater/shared/contract';
import { nextPeriod } from '@headwater/shared/charts';
import type { Workspace } from '../../../http/define-route.ts';
import type { Services } from '../../../http/services.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { ageOf, computeCard, tablesOf } from '../files/index.ts';
import type { Reading } from './alert-state.ts';

/** What an alert looks at. */
interface Watched {
  readonly cardId: string;
  readonly measure: string;
  readonly filters: string;
}

/** Returns the card if an alert can watch it: a number, or values over time that nothing else divides. */
export function watchable({ cards }: ReportContent, id: string): ComputedCard | undefined {
  const card = cards.filter(isComputed).find((one) => one.id === id);
  if (!card) return undefined;
  const { breakouts } = card.query;
  const isTime = breakouts.length === 1 && breakouts[0]!.grain !== undefined;
  return breakouts.length === 0 || isTime ? card : undefined;
}

/** Computes what an alert watches of the current data, as far as that is complete. */
export async function readCard(
  services: Services,
  workspace: Workspace,
  content: ReportContent,
  { cardId, measure, filters }: Watched,
): Promise<Reading> {
  const card = watchable(content, cardId);
  const name = card && measureOf(card, measure)?.as;
  if (!card || name === undefined) return { unknown: 'card_gone' };
  const tables = await tablesOf(workspace, { cards: [card] });
  const table = tables.get(card.table.id);
  if (!table) return { unknown: 'table_gone' };
  if (table.version === null) return { unknown: 'empty' };
  if (ageOf(table).isLate || table.freshAsOf === null || table.damagedAt !== null)
    return { unknown: 'stale' };
  const reading = {
    ...{ services, workspace, tables, signal: AbortSignal.timeout(60_000) },
    ...choicesIn(new URLSearchParams(filters), content),
    // An earlier period would add rows of its own.
    comparison: 'none' as const,
  };
  try {
    const { result, zone } = await computeCard(reading, { ...card, query: wholeQuery(card.query) });
    const values = valuesOf(result, name, table.freshAsOf.getTime(), zone);
    if (values.length === 0) return { unknown: 'empty' };
    const isSeries = card.query.breakouts.length > 0;
    return { values, isSeries, pin: `${table.id}.${table.version}` };
  } catch (error) {
    if (!(error instanceof Refusal) || error.faults[0]!.code === 'installation_busy') throw error;
    return { unknown: 'failed' };
  }
}

/** Returns the measure that is watched: one without a name of its own may have got one, as in a newer template. */
export function measureOf({ query: { measures } }: ComputedCard, watched: string): Measure | undefined {
  const isWatched = (one: Measure) => 'agg' in one && usualName(one) === watched;
  return measures.find(({ as }) => as === watched) ?? measures.find(isWatched);
}

/** All periods in their order, whatever the card shows of them. */
function wholeQuery({ having: _having, sort: _sort, limit: _limit, ...query }: Query): Query {
  return query;
}

/** Returns the values up to the last complete period. None if that has no value. */
export function valuesOf(result: QueryResult, measure: string, asOf: number, zone: string): number[] {
  const at = result.columns.findIndex(({ as, role }) => role === 'measure' && as === measure);
  const texts = result.values[at] ?? [];
  const periods = result.columns.findIndex(({ role }) => role === 'breakout');
  const found = periods < 0 ? texts.slice(-1) : complete(result, periods, texts, asOf, zone);
  const values = found.map((text) => (text === null ? NaN : Number(text)));
  // A gap before the latest value ends what is counted in a row.
  const from = values.findLastIndex((value) => !Number.isFinite(value)) + 1;
  return values.slice(from);
}

function complete(
  { columns, values, partial }: QueryResult,
  periods: number,
  texts: readonly (string | null)[],
  asOf: number,
  zone: string,
): (string | null)[] {
  const { grain } = columns[periods]!;
  if (!grain) return [];
  const ends = values[periods]!.map((text) =>
    text === null ? null : momentOf(nextPeriod(text, grain, zone), zone),
  );
  const last = ends.findLastIndex((end) => end !== null && end <= asOf);
  if (last < 0) return [];
  const begin = nextPeriod(values[periods]![last]!, grain, zone)!;
  const nextEnd = momentOf(nextPeriod(begin, grain, zone), zone);
  // Another period is complete, of which there is no row.
  if (nextEnd === null || nextEnd <= asOf) return [];
  const cut = new Set(partial);
  return texts.slice(0, last + 1).filter((_, row) => {
    const key = values[periods]![row]!;
    return key !== null && !cut.has(key);
  });
}

/** Days and times without a zone are those of the zone that the card was computed in. */
function momentOf(text: string | null, zone: string): number | null {
  if (text === null) return null;
  if (CIVIL.test(text)) return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : moment;
}

const CIVIL = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?)?$/;
