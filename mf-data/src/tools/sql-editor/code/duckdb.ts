import type { SqlCatalogAttributes } from '@headwater/shared/contract';
import { completeFromList, ifNotIn, type Completion } from '@codemirror/autocomplete';
import { PostgreSQL, schemaCompletionSource, SQLDialect, type SQLNamespace } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';

/** Words that DuckDB has and PostgreSQL hasn't. */
const OWN_WORDS =
  'anti asof columns describe exclude glob pivot positional qualify semi summarize try_cast unpivot';

const dialect = SQLDialect.define({
  ...PostgreSQL.spec,
  keywords: `${PostgreSQL.spec.keywords} ${OWN_WORDS}`,
});

/** The words of a query that are suggested. All that there are would make the list long. */
const WORDS: readonly Completion[] =
  `all and anti as asc asof between by case cast cross desc describe distinct else end except exclude exists false filter from
  full group having in inner intersect interval is join lateral left like ilike limit not null offset on or order outer over
  partition pivot qualify recursive right rollup select semi summarize then true try_cast union unpivot using values when
  where window with`
    .split(/\s+/)
    .map((label) => ({ label, type: 'keyword', boost: -1 }));

/** Where a word isn't one of the language. After a dot, only columns and tables make sense. */
const ELSEWHERE = ['QuotedIdentifier', 'String', 'LineComment', 'BlockComment', '.'];

/** The language, with suggestions of tables and columns, functions, and the words of a query. */
export function duckdb(catalog: SqlCatalogAttributes | undefined): Extension {
  const functions = (catalog?.functions ?? []).map((name) => ({
    label: name,
    type: 'function',
    detail: '()',
    apply: `${name}(`,
    boost: -2,
  }));
  const names = schemaCompletionSource({ dialect, schema: namesIn(catalog) });
  const words = ifNotIn(ELSEWHERE, completeFromList([...WORDS, ...functions]));
  return [
    dialect.language,
    dialect.language.data.of({ autocomplete: names }),
    dialect.language.data.of({ autocomplete: words }),
  ];
}

/** Tables under their connection, and at the top those whose name alone is enough. */
function namesIn(catalog: SqlCatalogAttributes | undefined): SQLNamespace {
  const schemas = new Map<string, Map<string, SQLNamespace>>();
  const alone = new Map<string, SQLNamespace>();
  for (const { schema, name, isUnique, columns } of catalog?.tables ?? []) {
    const found = columns.map((column) => ({ label: column.name, type: 'property', detail: column.type }));
    const tables = schemas.get(escaped(schema)) ?? new Map<string, SQLNamespace>();
    schemas.set(escaped(schema), tables.set(escaped(name), found));
    if (isUnique) alone.set(escaped(name), found);
  }
  return Object.fromEntries([
    ...alone,
    ...[...schemas].map(([schema, tables]) => [schema, Object.fromEntries(tables)] as const),
  ]);
}

/** Names with a dot would be taken apart. */
const escaped = (name: string) => name.replaceAll('.', '\\.');
