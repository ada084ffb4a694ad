import type { SqlTable } from './sql.ts';

/** Names that need no quotes. Others, such as `order`, are words of the language, or have capitals or spaces. */
const PLAIN = /^[a-z_][a-z0-9_]*$/;
const WORDS = new Set(
  `all and any as asc between by case cast check collate column constraint create cross default desc distinct do else end
  except exists false for foreign from full grant group having in initially inner intersect into is join lateral leading left
  like limit natural not null offset on only or order outer pivot primary qualify references returning right select similar
  some summarize symmetric table then to trailing true union unique unpivot using values when where window with`.split(
    /\s+/,
  ),
);

/** Returns a name as SQL has it, in quotes if it needs them. */
export const sqlName = (name: string): string =>
  PLAIN.test(name) && !WORDS.has(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** Returns the shortest name that means this table and no other. */
export const sqlNameOf = ({
  schema,
  name,
  isUnique,
}: Pick<SqlTable, 'schema' | 'name' | 'isUnique'>): string =>
  isUnique ? sqlName(name) : `${sqlName(schema)}.${sqlName(name)}`;
