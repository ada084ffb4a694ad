import assert from 'node:assert/strict';
import type { QueryResult, TableAttributes } from '@headwater/shared/contract';
import {
  contentOf,
  matchRoles,
  templateOf,
  TEMPLATES,
  usualValues,
  type ChosenValues,
  type Mapping,
} from '@headwater/shared/report-templates';
import type { SourceJourney } from './source-journey.ts';

export type Cell = string | number | null;
type Table = TableAttributes & { id: string; path: string };

/** Reads what a card of a report shows. */
export type CardReader = ReturnType<TemplateReports['readerOf']>;

/** Reports that templates make of a workspace's tables by the columns that they find. */
export class TemplateReports {
  readonly #tables = new Map<string, Table>();
  readonly #journey: SourceJourney;
  readonly #workspace: string;

  constructor(journey: SourceJourney, workspace: string) {
    this.#journey = journey;
    this.#workspace = workspace;
  }

  async learn(connection: string, ...names: string[]): Promise<void> {
    for (const name of names) {
      const path = `${connection}/tables/${name}`;
      const { body } = await this.#journey.client.get(path);
      this.#tables.set(name, { id: body.data.id, path, ...body.data.attributes });
    }
  }

  /** Makes a report of a table, and returns what reads its cards. Without values, with those that are usual. */
  async of(
    slug: string,
    tableName: string,
    { values, ...mapping }: Partial<Pick<Mapping, 'values' | 'order'>> = {},
  ): Promise<CardReader> {
    const template = templateOf(TEMPLATES, slug)!;
    const table = this.#tables.get(tableName)!;
    const found = [...matchRoles(template, table as never)];
    const columns = Object.fromEntries(found.map(([role, { column }]) => [role, column]));
    const made = { table: { id: table.id, name: tableName }, columns, isAllTime: true, ...mapping };
    const chosen = values ?? (await this.#usual(slug, table, columns));
    const content = contentOf(template, { ...made, values: chosen }, { language: 'en', zone: 'UTC' });
    assert.equal(content.cards.length, template.cards.length, `${slug} finds all columns: ${found.join()}`);
    const { body, text } = await this.#journey.client.post(`${this.#workspace}/reports`, 'reports', {
      name: slug,
      content,
    });
    assert.ok(body.data, text);
    return this.readerOf(body.data.id);
  }

  readerOf(report: string) {
    const resultOf = async (card: string) => {
      const path = `${this.#workspace}/reports/${report}/cards/${card}/query-results`;
      const { status, body, text } = await this.#journey.client.get(path);
      assert.equal(status, 200, text);
      return body.data.attributes as QueryResult;
    };
    return Object.assign(async (card: string) => cellsOf(await resultOf(card)), { resultOf });
  }

  /** What is chosen in a template's filters unless somebody chooses otherwise. */
  async #usual(slug: string, { path }: Table, columns: Mapping['columns']) {
    const values: Record<string, ChosenValues> = {};
    for (const filter of templateOf(TEMPLATES, slug)!.filters) {
      const column = columns[filter.role];
      if (column === undefined) continue;
      const query = new URLSearchParams({ column });
      const { body } = await this.#journey.client.get(`${path}/column-values?${query}`);
      const known = body.data.attributes.values.map(({ value }: { value: string | null }) => value);
      values[filter.role] = usualValues(filter, known);
    }
    return values;
  }
}

const cellsOf = ({ values, rows, columns }: QueryResult): Cell[][] =>
  Array.from({ length: rows }, (_, row) =>
    columns.map(({ role, kind }, at) => {
      const value = values[at]![row] ?? null;
      return value !== null && (role === 'measure' || kind === 'number') ? Number(value) : value;
    }),
  );

/** Numbers are the same up to how they are rounded in the last of twelve digits. */
export function same(found: readonly Cell[][], expected: readonly Cell[][], what: string): void {
  const plain = (cell: Cell) => (typeof cell === 'number' ? Number(cell.toPrecision(12)) : cell);
  assert.deepEqual(
    found.map((row) => row.map(plain)),
    expected.map((row) => row.map(plain)),
    what,
  );
}

/** Compares cards with known answers. */
export async function answers(
  read: (card: string) => Promise<Cell[][]>,
  known: Record<string, Cell[][]>,
): Promise<void> {
  for (const [card, expected] of Object.entries(known)) same(await read(card), expected, card);
}
