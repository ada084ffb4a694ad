/** `meta.next` → the parts of a path. Nothing is the whole. */
export const partsOf = (path: string): string[] => (path === '' ? [] : path.split('.'));

const INDEX = /^(?:0|[1-9]\d{0,8})$/;

/** `response` and `meta.next` → `response['meta']['next']` */
export const expressionOf = (root: string, path: string): string =>
  root +
  partsOf(path)
    .map((part) => (INDEX.test(part) ? `[${part}]` : `['${part.replace(/[\\']/g, '\\$&')}']`))
    .join('');

const EXPRESSION = /^(not )?(\w+)((?:\[\d+\]|\['(?:[^'\\]|\\[\\'])*'\])*)$/s;
const PART = /\[(\d+)\]|\['((?:[^'\\]|\\[\\'])*)'\]/gs;

/** Returns the parts of an expression that `expressionOf` has written, perhaps after `not`. */
export function readExpression(text: string): { isNegated: boolean; root: string; path: string } | null {
  const found = EXPRESSION.exec(text);
  if (!found) return null;
  const [, not, root = '', rest = ''] = found;
  const parts = [...rest.matchAll(PART)].map(([, index, name]) => index ?? name!.replace(/\\(.)/gs, '$1'));
  return { isNegated: not !== undefined, root, path: parts.join('.') };
}
