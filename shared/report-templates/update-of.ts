import { ownValue } from '../contract/ground/own-value.ts';
import { dequal } from 'dequal/lite';
import {
  isComputed,
  LANGUAGES,
  type Column,
  type ComputedCard,
  type QueryOperator,
  type ReportCard,
  type ReportContent,
  type ReportFilter,
} from '../contract/index.ts';
import { isColumnBinding } from '../contract/reports/report-filters.ts';
import { contentOf, periodsOf } from './content-of.ts';
import type { BoundColumns, OrderedValues, ReportTemplate } from './template.ts';

/** A report that reads other columns or follows a newer version of its template, and how its cards change. */
export interface TemplateUpdate {
  content: ReportContent;
  /** The titles of cards that compute something else. */
  changed: string[];
  added: string[];
  removed: string[];
  /** The titles of the template's cards that stay as they are, because someone has changed what they compute. */
  kept: string[];
  /** Whether the report is this already. */
  isSame: boolean;
}

/** Returns the columns that a report's roles had when it was made. */
export const formerColumns = ({ template }: ReportContent): BoundColumns =>
  Object.fromEntries((template?.columns ?? []).map(({ role, column }) => [role, column]));

/** Returns the values that were put in order for a report. */
export function formerOrder({ filters }: ReportTemplate, { cards }: ReportContent): OrderedValues {
  const steps = cards
    .filter(isComputed)
    .flatMap(({ query: { shape } }) => (shape?.kind === 'funnel' ? (shape.steps ?? []) : []));
  const role = filters.find(({ isOrdered }) => isOrdered)?.role;
  return role === undefined || steps.length === 0 ? {} : { [role]: [...new Set(steps)] };
}

/** Returns the table that the template's cards of a report show, or null if none of them is left. */
export function formerTable(
  template: ReportTemplate,
  { cards }: ReportContent,
): ComputedCard['table'] | null {
  const ids = new Set(template.cards.map(({ id }) => id));
  return cards.filter(isComputed).find(({ id }) => ids.has(id))?.table ?? null;
}

/**
 * Returns a report with the cards that its template makes now. What people did to it stays: where cards lie, their
 * titles, cards and filters that they added, took away, or changed. If the report follows an older version of the
 * template, it isn't known what they changed inside of a card, so all the template's cards are made again.
 *
 * @param made what the template makes of the columns that are chosen now
 * @param columns those of the table that is read now
 */
export function updateOf(
  template: ReportTemplate,
  report: ReportContent,
  made: ReportContent,
  columns: readonly Pick<Column, 'name'>[],
): TemplateUpdate {
  const former = formerColumns(report);
  const wasMade = possibleCards(template, former);
  const fresh = new Map(made.cards.filter(isComputed).map((card) => [card.id, card]));
  const isChangedByPeople = changesOf(template, report);
  const update: TemplateUpdate = {
    content: report,
    changed: [],
    added: [],
    removed: [],
    kept: [],
    isSame: false,
  };
  const followers = new Set<string>();
  // Without a filter of time, there is nothing to compare with.
  const isOfPeriod = report.filters.some(({ id, default: value }) => id === template.period?.role && value);
  const cards = report.cards.flatMap((card): ReportCard[] => {
    if (!isComputed(card) || !wasMade.has(card.id)) return [card];
    if (isChangedByPeople(card)) {
      update.kept.push(card.title);
      return [card];
    }
    const next = fresh.get(card.id);
    if (!next) {
      update.removed.push(card.title);
      return [];
    }
    followers.add(card.id);
    if (computesSame(card, next)) return [card];
    update.changed.push(card.title);
    const query = { ...next.query, zone: card.query.zone };
    const { compare, ...made } = next;
    return [
      {
        ...{ ...made, query, title: card.title, layout: card.layout, ...markOf(card) },
        ...(compare && isOfPeriod && { compare }),
      } as ComputedCard,
    ];
  });
  const bottom = Math.max(0, ...cards.map(({ layout }) => layout.y + layout.h));
  const taken = new Set(cards.map(({ id }) => id));
  const added = made.cards.filter(({ id }) => !wasMade.has(id) && !taken.has(id));
  const top = Math.min(...added.map(({ layout }) => layout.y));
  for (const card of added) {
    followers.add(card.id);
    update.added.push(card.title);
    cards.push({ ...card, layout: { ...card.layout, y: card.layout.y - top + bottom } });
  }
  const filters = filtersOf(template, report, made, { followers, cards, columns });
  const { compare } = report;
  update.content = { cards, filters, ...(compare && { compare }), template: made.template! };
  update.isSame = sameContent(update.content, report);
  return update;
}

const possibleCards = (template: ReportTemplate, columns: BoundColumns): Set<string> =>
  new Set(
    template.cards
      .filter(({ needs }) => needs.every((role) => Object.hasOwn(columns, role)))
      .map(({ id }) => id),
  );

/** Returns a function that says whether a card computes something else than what the template made of its columns. */
function changesOf(template: ReportTemplate, report: ReportContent): (card: ComputedCard) => boolean {
  const table = formerTable(template, report);
  if (!table || report.template?.version !== template.version) return () => false;
  const mapping = { table, columns: formerColumns(report), values: {}, order: formerOrder(template, report) };
  // Names inside of a query are in the language of whoever made the report.
  const once = LANGUAGES.map((language) => contentOf(template, mapping, { language, zone: 'UTC' }).cards);
  return (card) =>
    !once.some((cards) =>
      cards.filter(isComputed).some((one) => one.id === card.id && computesSame(one, card)),
    );
}

/** Whether two cards show the same query, in whatever time zone. */
const computesSame = (one: ComputedCard, other: ComputedCard): boolean =>
  one.kind === other.kind &&
  one.table.id === other.table.id &&
  dequal({ ...one.query, zone: null }, { ...other.query, zone: null });

/** Whether two reports are the same, with the template's columns in whatever order. */
function sameContent(one: ReportContent, other: ReportContent): boolean {
  const plain = (content: ReportContent) => ({ ...content, template: null, columns: formerColumns(content) });
  return dequal(plain(one), plain(other)) && one.template?.version === other.template?.version;
}

const markOf = (card: ComputedCard) => (card.kind === 'query' ? { mark: card.mark } : {});

interface Now {
  /** The cards that follow the template. */
  followers: ReadonlySet<string>;
  cards: readonly ReportCard[];
  columns: readonly Pick<Column, 'name'>[];
}

const CHOICES: readonly QueryOperator[] = ['one_of', 'none_of', 'is_null', 'is_not_null'];

function filtersOf(
  template: ReportTemplate,
  report: ReportContent,
  made: ReportContent,
  { followers, cards, columns }: Now,
): ReportFilter[] {
  const former = formerColumns(report);
  const now = formerColumns(made);
  const roles = new Set([...template.filters, ...periodsOf(template)].map(({ role }) => role));
  const fresh = new Map(made.filters.map((filter) => [filter.id, filter]));
  const isThere = new Set(cards.map(({ id }) => id));
  const has = new Set(columns.map(({ name }) => name));
  const stay = report.filters.flatMap((filter): ReportFilter[] => {
    const next = roles.has(filter.id) ? fresh.get(filter.id) : undefined;
    const own = filter.bind.filter((one) => {
      if (!isThere.has(one.card)) return false;
      return (
        !followers.has(one.card) || (!roles.has(filter.id) && isColumnBinding(one) && has.has(one.column))
      );
    });
    const bind = [...(next?.bind.filter(({ card }) => followers.has(card)) ?? []), ...own];
    if (bind.length === 0) return [];
    const isSameColumn = ownValue(former, filter.id) === ownValue(now, filter.id);
    // The template's choice of values can't say more than which of them count, or don't.
    const isOfTemplate = filter.default === null || CHOICES.includes(filter.default.operator);
    const isKept = !next || (isSameColumn && !isOfTemplate);
    return [{ ...filter, bind, default: isKept ? filter.default : next.default }];
  });
  const known = new Set(stay.map(({ id }) => id));
  const added = made.filters
    .filter(({ id }) => !Object.hasOwn(former, id) && !known.has(id))
    .map((filter) => ({ ...filter, bind: filter.bind.filter(({ card }) => followers.has(card)) }));
  return [...stay, ...added.filter(({ bind }) => bind.length > 0)];
}
