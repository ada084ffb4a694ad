import type { Language, ReportContent } from '@headwater/shared/contract';
import type { QueryClient } from '@headwater/shared/query';
import {
  contentOf,
  matchRoles,
  readinessOf,
  TEMPLATES,
  usualValues,
  type ReportTemplate,
} from '@headwater/shared/report-templates';
import type { Table } from '@headwater/shared/tables';
import { knownValues, recentRows, rowCountIn } from './template-facts.ts';

/** A card of a template that a table has all columns for. */
export interface ReadyCard {
  template: ReportTemplate;
  table: Table;
  card: ReportTemplate['cards'][number];
}

/**
 * Returns the cards of the templates that are ready, each with the table that fits best: first the largest of each
 * template, then the next one of each.
 */
export function readyCards(tables: ReadonlyMap<string, Table>): ReadyCard[] {
  const all = [...tables.values()];
  const byTemplate = TEMPLATES.map((template): ReadyCard[] => {
    const { state, table: best } = readinessOf(template, all);
    const table = best && tables.get(best.id);
    if (state !== 'ready' || !table) return [];
    const matches = matchRoles(template, table);
    return template.cards
      .filter(({ needs }) => needs.every((role) => matches.has(role)))
      .toSorted((one, other) => sizeOf(other) - sizeOf(one))
      .map((card) => ({ template, table, card }));
  });
  const most = Math.max(...byTemplate.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) => byTemplate.flatMap((cards) => cards[at] ?? [])).flat();
}

const sizeOf = ({ layout: { w, h } }: ReadyCard['card']) => w * h;

interface SuggestedOf {
  organizationId: string;
  template: ReportTemplate;
  /** One with rows. */
  table: Table;
  language: Language;
  zone: string;
  /** The workspace's. */
  currency: string | null;
}

/**
 * Returns the report that a template makes of a table as long as nobody chooses otherwise. Rejects if it can't be read
 * which values there are, on which the figures depend.
 */
export async function suggestedReport(client: QueryClient, of: SuggestedOf): Promise<ReportContent> {
  const { organizationId, template, table, language, zone, currency } = of;
  const { id, sourceConnectionId, tableName } = table;
  const version = table.version!;
  const address = { organizationId, sourceConnectionId, tableName };
  const columns = Object.fromEntries(
    [...matchRoles(template, table)].map(([role, { column }]) => [role, column]),
  );
  const columnOf = new Map(Object.entries(columns));
  const filtered = template.filters.flatMap(({ role }) => columnOf.get(role) ?? []);
  const recent = recentRows({ template, address, version, columns, zone });
  const [known, count] = await Promise.all([
    client.fetchQuery(knownValues(address, version, filtered)),
    // A period whose rows can't be counted is kept.
    recent.enabled ? client.fetchQuery(recent).then(rowCountIn, () => null) : null,
  ]);
  const values = Object.fromEntries(
    template.filters.map((filter) => {
      const found = known.get(columnOf.get(filter.role) ?? '')?.values ?? [];
      return [
        filter.role,
        usualValues(
          filter,
          found.map(({ value }) => value),
          currency,
        ),
      ];
    }),
  );
  return contentOf(
    template,
    { table: { id, name: tableName }, columns, values, isAllTime: count === 0 },
    { language, zone },
  );
}
