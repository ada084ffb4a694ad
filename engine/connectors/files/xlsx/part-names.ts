/**
 * Says what an element or attribute of a namespace is called here, whatever prefix its file gives it. `root` is the
 * namespace of the part's first element. Returns '' for an element that stands for what is in it, and null for one that
 * says nothing to us, with all that is in it.
 */
export type Vocabulary = (namespace: string, local: string, root: string) => string | null;

/** The declarations that hold within an element, and what has been named by them. */
interface Scope {
  depth: number;
  namespaces: ReadonlyMap<string, string>;
  elements: Map<string, string | null>;
  attributes: Map<string, string | null>;
}

type Attributes = Readonly<Record<string, string>>;

/** Names the elements of a part and their attributes by their namespaces. */
export class PartNames {
  readonly #vocabulary: Vocabulary;
  readonly #scopes: Scope[] = [];
  #scope: Scope = scopeOf(0, new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]));
  #depth = 0;
  #root: string | null = null;
  /** Whether an element that begins now can have declarations: there are millions of elements, and few have. */
  #mayDeclare = true;
  #entered = 0;
  /** The last characters before what is read, with which a declaration can begin. */
  #tail = '';

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Is told what is read next. An element that was begun before can go on in it. */
  next(text: string): void {
    const declares = text.includes(XMLNS) || `${this.#tail}${text.slice(0, XMLNS.length)}`.includes(XMLNS);
    if (declares) this.#mayDeclare = true;
    else if (this.#entered > 0) this.#mayDeclare = false;
    // What has begun in a piece with a declaration can end in a later one.
    this.#entered = declares ? -Infinity : 0;
    this.#tail = text.slice(-XMLNS.length);
  }

  /** Names an element that begins. */
  enter(name: string, attributes: Attributes): string | null {
    this.#depth += 1;
    this.#entered += 1;
    if (this.#mayDeclare) this.#declare(attributes);
    const known = this.#scope.elements.get(name);
    if (known !== undefined) return known;
    const [prefix, local] = split(name);
    const namespace = this.#scope.namespaces.get(prefix) ?? '';
    this.#root ??= namespace;
    const named = this.#vocabulary(namespace, local, this.#root);
    this.#scope.elements.set(name, named);
    return named;
  }

  /** Returns the attributes of the element that was entered last, without those that nobody here knows. */
  attributesOf(given: Attributes): Attributes {
    let renamed: Record<string, string> | null = null;
    /* eslint-disable headwater/own-names -- both have no names but those of attributes, and there are many of them */
    for (const name in given) {
      const known = this.#attribute(name);
      if (known === name) {
        if (renamed) renamed[name] = given[name]!;
        continue;
      }
      renamed ??= Object.fromEntries(Object.entries(given).slice(0, Object.keys(given).indexOf(name)));
      if (known !== null) renamed[known] = given[name]!;
    }
    /* eslint-enable headwater/own-names */
    return renamed ?? given;
  }

  leave(): void {
    if (this.#scope.depth === this.#depth) this.#scope = this.#scopes.pop()!;
    this.#depth -= 1;
  }

  #attribute(name: string): string | null {
    const known = this.#scope.attributes.get(name);
    if (known !== undefined) return known;
    const [prefix, local] = split(name);
    const named =
      prefix === ''
        ? name
        : this.#vocabulary(this.#scope.namespaces.get(prefix) ?? '', local, this.#root ?? '') || null;
    this.#scope.attributes.set(name, named);
    return named;
  }

  #declare(attributes: Attributes): void {
    let namespaces: Map<string, string> | null = null;
    for (const name in attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      namespaces ??= new Map(this.#scope.namespaces);
      // eslint-disable-next-line headwater/own-names -- it is the name of one of its attributes
      namespaces.set(name.slice(6), attributes[name]!);
    }
    if (!namespaces) return;
    this.#scopes.push(this.#scope);
    this.#scope = scopeOf(this.#depth, namespaces);
  }
}

const XMLNS = 'xmlns';

const scopeOf = (depth: number, namespaces: Scope['namespaces']): Scope => ({
  depth,
  namespaces,
  elements: new Map(),
  attributes: new Map(),
});

function split(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}
