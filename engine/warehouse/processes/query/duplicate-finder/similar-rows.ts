import type { DuckDBConnection } from '@duckdb/node-api';
import type { DuplicatesRequest, DuplicatesResult, SimilarTexts } from '../messages.ts';
import { cellsById } from './cells-by-id.ts';
import { Groups } from './groups.ts';
import { normalText } from './normal-text.ts';

/** Rows are in one block if so many letters at the start of their texts are the same. */
const FIRST_LETTERS = 3;

/** So many skipped blocks are named. */
const SKIPPED_NAMED = 20;

const TEMPORARY = ['similar_texts', 'similar_blocks', 'similar_shown'];

type Request = DuplicatesRequest & { similar: SimilarTexts };

/**
 * Groups rows with similar texts. Each text is compared with all others of its block, and two texts are in one group if
 * a chain of similar ones connects them.
 */
export async function similarRows(
  connection: DuckDBConnection,
  schema: string,
  request: Request,
): Promise<DuplicatesResult> {
  const search = new Search(connection, schema, request);
  try {
    return await search.run();
  } finally {
    await search.clear();
  }
}

class Search {
  readonly #connection: DuckDBConnection;
  readonly #schema: string;
  readonly #request: Request;

  constructor(connection: DuckDBConnection, schema: string, request: Request) {
    this.#connection = connection;
    this.#schema = schema;
    this.#request = request;
  }

  async run(): Promise<DuplicatesResult> {
    await this.clear();
    const counts = await this.#findTexts();
    const { pairs, skipped } = await this.#chooseBlocks();
    const groups = await this.#group();
    const rowsOf = await this.#rowsOfTexts();
    const found = groups
      .lists()
      .map((texts) => ({ texts, rows: texts.reduce((sum, text) => sum + rowsOf[text]!, 0) }))
      .filter(({ rows }) => rows > 1);
    const largest = found
      .toSorted((a, b) => b.rows - a.rows || a.texts[0]! - b.texts[0]!)
      .slice(0, this.#request.groups);
    return {
      ...counts,
      groups: found.length,
      rowsInGroups: found.reduce((sum, { rows }) => sum + rows, 0),
      ...{ pairs, skipped },
      examples: await this.#examples(largest),
    };
  }

  async clear(): Promise<void> {
    for (const table of TEMPORARY) await this.#connection.run(`drop table if exists temp.${table}`);
  }

  /** Stores each different text of a block once, under a number from 0 on, in the order of the rows. */
  async #findTexts(): Promise<{ rows: number; empty: number }> {
    const { oneOf = 1 } = this.#request;
    const inPart = `hash(block) % ${oneOf} = 0`;
    const [[rows, empty]] = (await this.#rows(
      `select count(*), count(*) filter (text is null) from (${this.#texts()}) where ${inPart}`,
    )) as [[bigint, bigint]];
    await this.#connection.run(`
      create temp table similar_texts as
      select (row_number() over (order by min(id)) - 1)::integer as text_id, block, text, count(*) as rows
      from (${this.#texts()}) where text is not null and ${inPart} group by block, text`);
    return { rows: Number(rows), empty: Number(empty) };
  }

  #texts(): string {
    const { columns, rules, similar } = this.#request;
    const text = normalText(columns, rules);
    const block = similar.within ? normalText([similar.within], rules) : 'null';
    return `select id, text, ${similar.within ? 'block' : `left(text, ${FIRST_LETTERS}) as block`} from (
      select rowid as id, ${text} as text, ${block} as block from ${this.#schema}.main.data
    )`;
  }

  /** Compares the texts of as many blocks as the limit allows, the smallest first. */
  async #chooseBlocks(): Promise<Pick<DuplicatesResult, 'pairs' | 'skipped'>> {
    await this.#connection.run(`
      create temp table similar_blocks as
      select *, sum(pairs) over (order by pairs, block rows unbounded preceding) <= ${this.#request.similar.mostPairs} as is_compared
      from (
        select block, sum(rows) as rows, count(*) * (count(*) - 1) // 2 as pairs from similar_texts group by block
      )`);
    const [[pairs, blocks, rows]] = (await this.#rows(`
      select coalesce(sum(pairs) filter (is_compared), 0), count(*) filter (not is_compared),
        coalesce(sum(rows) filter (not is_compared), 0)
      from similar_blocks`)) as [[bigint, bigint, bigint]];
    const largest = (await this.#rows(`
      select left(block, 60), rows from similar_blocks where not is_compared
      order by pairs desc, block limit ${SKIPPED_NAMED}`)) as [string | null, bigint][];
    return {
      pairs: Number(pairs),
      skipped: {
        blocks: Number(blocks),
        rows: Number(rows),
        largest: largest.map(([block, n]) => ({ block: block ?? '', rows: Number(n) })),
      },
    };
  }

  async #group(): Promise<Groups> {
    const [[texts]] = (await this.#rows('select count(*) from similar_texts')) as [[bigint]];
    const groups = new Groups(Number(texts));
    const { least } = this.#request.similar;
    const similar = await this.#connection.stream(`
      select a.text_id, b.text_id
      from similar_texts a
      join similar_blocks blocks on blocks.block is not distinct from a.block and is_compared
      join similar_texts b on b.block is not distinct from a.block and a.text_id < b.text_id
      where jaro_winkler_similarity(a.text, b.text) >= ${least}`);
    for (let chunk = await similar.fetchChunk(); chunk && chunk.rowCount > 0;) {
      const [first, second] = [chunk.getColumnValues(0), chunk.getColumnValues(1)] as [number[], number[]];
      for (const [at, one] of first.entries()) groups.join(one, second[at]!);
      chunk = await similar.fetchChunk();
    }
    return groups;
  }

  async #rowsOfTexts(): Promise<number[]> {
    return (await this.#rows('select rows from similar_texts order by text_id')).map(([rows]) =>
      Number(rows),
    );
  }

  async #examples(
    largest: readonly { texts: readonly number[]; rows: number }[],
  ): Promise<DuplicatesResult['examples']> {
    if (largest.length === 0) return [];
    const { rowsOfGroup, shown } = this.#request;
    // Each text of a group has a row, and the first texts are enough.
    const picked = largest.flatMap(({ texts }, at) =>
      texts.slice(0, rowsOfGroup).map((text) => `(${at}, ${text})`),
    );
    await this.#connection.run(`
      create temp table similar_shown as
      select group_id, block, text from (values ${picked.join(', ')}) picked(group_id, text_id)
      join similar_texts using (text_id)`);
    const found = (await this.#rows(`
      select group_id, min(id, ${rowsOfGroup})::json::varchar
      from (${this.#texts()}) rows
      join similar_shown shown on shown.text = rows.text and shown.block is not distinct from rows.block
      group by group_id`)) as [number, string][];
    const ids = new Map(found.map(([at, list]) => [at, JSON.parse(list) as number[]]));
    const cells = await cellsById(this.#connection, this.#schema, shown, [...ids.values()].flat());
    return largest.map(({ rows }, at) => ({ rows, shown: ids.get(at)!.map((id) => cells.get(id)!) }));
  }

  async #rows(query: string): Promise<unknown[][]> {
    return (await this.#connection.runAndReadAll(query)).getRows();
  }
}
