import { foreignText } from '@headwater/base/failures/foreign-text';
import { isAllowed, isAllowedInFrom } from './allowed-functions.ts';
import type { CheckedStatement, StatementFault, TableReference } from './messages.ts';

/** Thrown for a statement that doesn't pass. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
  readonly fault: StatementFault;

  constructor(fault: StatementFault) {
    super(fault.message ?? fault.kind);
    this.fault = fault;
  }
}

/** A node of the engine's syntax tree. */
type Node = Readonly<Record<string, unknown>>;

/** The engine's number for "nowhere". */
const NOWHERE = 2 ** 53;

const EXPRESSIONS = new Set(
  `BETWEEN CASE CAST COLLATE COLUMN_REF COMPARISON CONJUNCTION CONSTANT FUNCTION LAMBDA OPERATOR PARAMETER
  POSITIONAL_REFERENCE STAR SUBQUERY TYPE WINDOW`.split(/\s+/),
);

/** Everything else that has a type. */
const PARTS = new Set(
  `SELECT_NODE SET_OPERATION_NODE RECURSIVE_CTE_NODE CTE_NODE BASE_TABLE SUBQUERY JOIN TABLE_FUNCTION EXPRESSION_LIST EMPTY
  PIVOT SHOW_REF ORDER_MODIFIER LIMIT_MODIFIER LIMIT_PERCENT_MODIFIER DISTINCT_MODIFIER ASCENDING DESCENDING ORDER_DEFAULT
  INVALID`.split(/\s+/),
);

/** What the engine shows about tables and queries that are checked like all others. */
const SHOWN = new Set(['DESCRIBE', 'SUMMARY']);

/** The names of tables about the engine itself. */
export const ENGINES_OWN = /^(duckdb|pg|pragma|sqlite)_/i;

/**
 * Returns what the engine's syntax tree of a text refers to. Throws unless it is one query that is made only of parts that
 * are known here and functions that are allowed. Whether its tables exist is for others to check.
 */
export function checkTree(tree: unknown, sql: string): Omit<CheckedStatement, 'zone'> {
  const { error, statements, ...fault } = tree as Node & { statements?: readonly Node[] };
  if (error) throw new StatementRefused(syntaxFault(fault, sql));
  const [statement, ...others] = statements ?? [];
  if (!statement) throw new StatementRefused({ kind: 'empty', position: null });
  if (others.length > 0) throw new StatementRefused({ kind: 'several', position: null });
  const found: Found = { tables: [], own: new Set(), parameters: new Set() };
  // A stack of our own, because trees can be deeper than calls.
  const waiting: unknown[] = [statement];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (!Array.isArray(node)) look(node as Node, found);
    const { function: call, ...rest } = node as Node;
    waiting.push(...Object.values(rest));
    // Called in FROM, which `look` has judged. What it is called with is left.
    if (call) waiting.push(...Object.values(call));
  }
  return {
    tables: found.tables.map((table) => ({
      ...table,
      mayBeOwn: table.schema === '' && found.own.has(table.name.toLowerCase()),
    })),
    parameters: [...found.parameters].sort(),
  };
}

/** Whether a statement asks for a sample of rows anywhere. */
export function takesSample(tree: unknown): boolean {
  const waiting: unknown[] = [tree];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (!Array.isArray(node) && (node as Node).sample) return true;
    waiting.push(...Object.values(node));
  }
  return false;
}

interface Found {
  tables: Omit<TableReference, 'mayBeOwn'>[];
  /** Names that the statement gives to queries of its own, in lower case. */
  own: Set<string>;
  parameters: Set<string>;
}

function look(node: Node, found: Found): void {
  const { class: expression, type } = node;
  for (const { key } of ownQueries(node)) {
    // Where a name of the statement's own isn't known, the same name would mean the engine's table.
    if (ENGINES_OWN.test(key)) throw notSupported(key, node);
    found.own.add(key.toLowerCase());
  }
  if (typeof expression === 'string') {
    if (!EXPRESSIONS.has(expression)) throw notSupported(expression, node);
    if (expression === 'PARAMETER') found.parameters.add(parameterOf(node));
    if (expression === 'FUNCTION' || expression === 'WINDOW') requireFunction(node, isAllowed);
    return;
  }
  // The types of values are objects.
  if (typeof type !== 'string' || type.endsWith('_TYPE_INFO')) return;
  if (!PARTS.has(type)) throw notSupported(type, node);
  if (type === 'TABLE_FUNCTION') requireTableFunction(node);
  if (type === 'SHOW_REF' && (!SHOWN.has(String(node.show_type)) || !node.query))
    throw notSupported('SHOW', node);
  if (type === 'BASE_TABLE') {
    if (node.at_clause) throw notSupported('AT', node);
    const [catalog, schema] = [String(node.catalog_name ?? ''), String(node.schema_name ?? '')];
    found.tables.push({ catalog, schema, name: String(node.table_name), position: positionOf(node) });
  }
}

/** Named queries in front of a query. */
function ownQueries(node: Node): readonly { key: string }[] {
  const { map } = (node.cte_map ?? {}) as { map?: readonly { key: string }[] };
  const name = node.type === 'RECURSIVE_CTE_NODE' || node.type === 'CTE_NODE' ? node.cte_name : undefined;
  return [...(map ?? []), ...(typeof name === 'string' ? [{ key: name }] : [])];
}

function requireTableFunction(node: Node): void {
  const call = node.function as Node;
  if (call?.class !== 'FUNCTION') throw notSupported('TABLE_FUNCTION', node);
  requireFunction(call, isAllowedInFrom);
}

/** The engine's own functions are in `main`. A name with another schema or catalog isn't one of those judged. */
function requireFunction(node: Node, isKnown: (name: string) => boolean): void {
  const name = String(node.function_name);
  const { schema = '', catalog = '' } = node;
  if (catalog !== '' || (schema !== '' && schema !== 'main') || !isKnown(name))
    throw new StatementRefused({ kind: 'function', name, position: positionOf(node) });
}

function parameterOf(node: Node): string {
  const name = String(node.identifier);
  if (/^\d+$/.test(name)) throw new StatementRefused({ kind: 'positional_parameter', position: null });
  return name;
}

const notSupported = (name: string, node: Node) =>
  new StatementRefused({ kind: 'not_supported', name, position: positionOf(node) });

const positionOf = ({ query_location: at }: Node): number | null =>
  typeof at === 'number' && at < NOWHERE ? at : null;

/** The engine says in words that a text isn't a query. Its parser counts characters, and everything after it bytes. */
function syntaxFault(fault: Node, sql: string): StatementFault {
  const message = foreignText(String(fault.error_message ?? ''));
  if (/^Only SELECT statements can be serialized/.test(message))
    return { kind: 'not_a_query', position: null };
  const characters = typeof fault.position === 'string' ? Number(fault.position) : null;
  const position = characters === null ? null : Buffer.byteLength([...sql].slice(0, characters).join(''));
  return { kind: 'syntax', message, position };
}
