import { sqlName, type SqlCatalogAttributes, type SqlTable } from '@headwater/shared/contract';
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

/** A table's columns, and what is said about it. */
interface Suggested {
  columns: readonly Completion[];
  info: string | undefined;
}

/** Tables, below their connections and schemas. */
type Names = Map<string, Suggested | Names>;

/**
 * Tables under their connection, and at the top those whose name alone is enough. Those of a schema are under it, as
 * people write them.
 */
function namesIn(catalog: SqlCatalogAttributes | undefined): SQLNamespace {
  const names: Names = new Map();
  const tables = (catalog?.tables ?? []).map(({ columns, name, description: info, ...table }) => ({
    ...table,
    path: name.split('.'),
    found: { columns: columns.map(columnCompletion), info },
  }));
  for (const { schema, path, found } of tables) add(names, [schema, ...path], found);
  for (const { isUnique, path, found } of tables) if (isUnique) add(names, path, found);
  return namespaceOf(names);
}

const columnCompletion = ({ name, type, description }: SqlTable['columns'][number]): Completion => ({
  ...{ label: name, type: 'property', detail: type },
  ...(description !== undefined && { info: description }),
});

/** Adds a table below its schemas, or with the schemas in its name where a table is called like one. */
function add(names: Names, [first = '', ...rest]: readonly string[], table: Suggested): void {
  const known = names.get(first);
  if (rest.length > 0 && (known === undefined || known instanceof Map)) {
    const below = known ?? new Map<string, Suggested | Names>();
    names.set(first, below);
    return add(below, rest, table);
  }
  const whole = [first, ...rest].join('.');
  if (!names.has(whole)) names.set(whole, table);
}

/** The editor looks names up in it, and any name can be one, such as `constructor`. */
function namespaceOf(names: Names): SQLNamespace {
  const entries = [...names].map(([name, found]) => [
    escaped(name),
    found instanceof Map ? namespaceOf(found) : tableOf(name, found),
  ]);
  return Object.assign(Object.create(null), Object.fromEntries(entries)) as SQLNamespace;
}

/** Without words about it, the editor makes the suggestion by itself. */
const tableOf = (label: string, { columns: children, info }: Suggested): SQLNamespace =>
  info === undefined ? children : { self: { label, type: 'type', info, apply: sqlName(label) }, children };

/** Names with a dot would be taken apart. */
const escaped = (name: string) => name.replaceAll('.', '\\.');
