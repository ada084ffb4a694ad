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

type Names = Record<string, SQLNamespace>;

/**
 * Tables under their connection, and at the top those whose name alone is enough. Those of a schema are under it, as
 * people write them.
 */
function namesIn(catalog: SqlCatalogAttributes | undefined): SQLNamespace {
  const names = noNames();
  const tables = (catalog?.tables ?? []).map(({ columns, name, ...table }) => ({
    ...table,
    path: name.split('.'),
    found: columns.map((column) => ({ label: column.name, type: 'property', detail: column.type })),
  }));
  for (const { schema, path, found } of tables) add(names, [schema, ...path], found);
  for (const { isUnique, path, found } of tables) if (isUnique) add(names, path, found);
  return names;
}

/** Any name can be one, such as `constructor`. */
const noNames = () => Object.create(null) as Names;

/** Adds a table below its schemas, or with the schemas in its name where a table is called like one. */
function add(names: Names, [first = '', ...rest]: readonly string[], columns: SQLNamespace): void {
  const key = escaped(first);
  if (rest.length === 0) names[key] ??= columns;
  else if (Array.isArray(names[key])) names[escaped([first, ...rest].join('.'))] ??= columns;
  else add((names[key] ??= noNames()) as Names, rest, columns);
}

/** Names with a dot would be taken apart. */
const escaped = (name: string) => name.replaceAll('.', '\\.');
