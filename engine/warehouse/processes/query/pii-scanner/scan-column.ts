import type { DuckDBConnection } from '@duckdb/node-api';
import type { PersonalKind } from '@headwater/shared/contract';
import type { PageColumn } from '../../../sql/page-column.ts';
import { identifier } from '../../../sql/sql.ts';
import { DETECTORS, type Detector } from './detectors.ts';
import { maskedExample } from './masked.ts';

/** Longer values aren't a single number or address. */
const LONGEST = 200;
const EXAMPLES = 3;

/** What a column's values look like. They stay in this process: only masked examples leave it. */
export interface ScannedColumn {
  /** How many values were read. */
  values: number;
  /** By kind: how many values are valid, and some of them, masked. */
  kinds: { kind: PersonalKind; hits: number; examples: string[] }[];
  /** The kinds that the column's name suggests. */
  named: PersonalKind[];
}

/** Looks through some of a column's values. */
export async function scanColumn(
  connection: DuckDBConnection,
  schema: string,
  column: PageColumn,
  rows: number,
): Promise<ScannedColumn> {
  const named = DETECTORS.filter((one) => one.named.test(column.name)).map(({ kind }) => kind);
  if (column.type !== 'VARCHAR' && column.type !== 'BIGINT') return { values: 0, kinds: [], named };
  const name = identifier(column.name);
  const reader = await connection.runAndReadAll(`
    select trim(left(${name}::varchar, ${LONGEST + 1})) from (
      select ${name} from ${schema}.main.data using sample reservoir(${rows} rows) repeatable (1)
    ) where ${name} is not null`);
  const values = reader.getRows().map(([value]) => String(value));
  const found = new Map<PersonalKind, { hits: number; examples: Set<string> }>();
  for (const value of values) {
    const detector = value.length > LONGEST ? undefined : DETECTORS.find((one) => detects(one, value));
    if (!detector) continue;
    const kind = found.get(detector.kind) ?? { hits: 0, examples: new Set() };
    kind.hits += 1;
    if (kind.examples.size < EXAMPLES) kind.examples.add(maskedExample(value));
    found.set(detector.kind, kind);
  }
  const kinds = [...found].map(([kind, { hits, examples }]) => ({ kind, hits, examples: [...examples] }));
  return { values: values.length, kinds, named };
}

const detects = ({ looks, isValid }: Detector, value: string) =>
  looks !== null && looks.test(value) && isValid(value);
