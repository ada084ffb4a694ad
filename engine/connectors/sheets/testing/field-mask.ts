/** What a field mask of Google's APIs leaves of a resource: `a/b`, `a.b`, `a(b,c)`, separated by commas. */
export function masked(resource: unknown, mask: string): unknown {
  return applied(resource, parse(mask));
}

type Tree = Map<string, Tree>;

function parse(mask: string): Tree {
  let at = 0;
  const list = (): Tree => {
    const tree: Tree = new Map();
    for (;;) {
      const name = /^\w+/.exec(mask.slice(at))?.[0];
      if (!name) throw new SyntaxError(`Invalid field selection ${mask.slice(at)}`);
      at += name.length;
      const within = mask[at];
      if (within === '/' || within === '.' || within === '(') at += 1;
      if (within === '/' || within === '.') tree.set(name, one());
      else if (within === '(') {
        tree.set(name, list());
        at += 1;
      } else tree.set(name, new Map());
      if (mask[at] !== ',') return tree;
      at += 1;
    }
  };
  /** A path takes the rest up to the next comma. */
  const one = (): Tree => {
    const start = at;
    let depth = 0;
    for (let end = at; ; end += 1) {
      const character = mask[end];
      if (character === '(') depth += 1;
      if (character === ')' && depth > 0) depth -= 1;
      else if (depth === 0 && (character === undefined || character === ',' || character === ')')) {
        at = end;
        return parse(mask.slice(start, end));
      }
    }
  };
  const tree = list();
  if (at < mask.length) throw new SyntaxError(`Invalid field selection ${mask.slice(at)}`);
  return tree;
}

function applied(value: unknown, tree: Tree): unknown {
  if (tree.size === 0) return value;
  if (Array.isArray(value)) return value.map((each) => applied(each, tree));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const within = tree.get(name);
      return within ? [[name, applied(each, within)]] : [];
    }),
  );
}
