import { ownValue } from '@headwater/shared/contract/plain';
import { Float } from '../template/float.ts';
import { TemplateError } from '../template/template-error.ts';
import { isDict, isNumeric, newDict, own, type Dict, type Value } from '../template/values.ts';
import { COMPONENTS, UNSUPPORTED, type Kind } from './dialect.ts';
import type { Faults } from './fault.ts';
import { requireTemplate } from './template-check.ts';
import type { Lines } from './tree.ts';

const PARAMETERS = '$parameters';
/** Fields that any component may have, for people and tools. */
const ALWAYS: ReadonlySet<string> = new Set(['type', PARAMETERS, '$ref', '$options', 'title', 'description']);

/**
 * Builds components from the resolved tree: each gets its type and the parameters that are above it, which also fill in
 * its fields. Whatever a component can't have is reported with its line.
 */
export class ComponentBuilder {
  readonly #lines: Lines;
  readonly #faults: Faults;

  constructor(lines: Lines, faults: Faults) {
    this.#lines = lines;
    this.#faults = faults;
  }

  build(
    given: Dict,
    kind: Extract<Kind, { one: unknown }>,
    field: string,
    above: Dict,
    line: number,
  ): Dict | null {
    const type = this.#typeOf(given, kind, field, line);
    if (type === null) return null;
    const dialect = ownValue(COMPONENTS, type)!;
    const own_ = own(given, PARAMETERS);
    const parameters = newDict([...Object.entries(above), ...(isDict(own_) ? Object.entries(own_) : [])]);
    const component = newDict([['type', type]]);
    this.#lines.copy(given, component);
    for (const name of Object.keys(given))
      if (!Object.hasOwn(dialect.fields, name) && !ALWAYS.has(name))
        this.#faults.add('field_unknown', this.#lines.of(given, name), { component: type, field: name });
    for (const [name, fieldKind] of Object.entries(dialect.fields)) {
      const isGiven = isPresent(own(given, name));
      const value = isGiven ? own(given, name) : own(parameters, name);
      if (!isPresent(value)) continue;
      const at = isGiven ? this.#lines.of(given, name) : line;
      // A parameter with the field's name isn't passed on to what is in the field.
      const passed = newDict(Object.entries(parameters).filter(([key]) => key !== name));
      const built = this.#field(value, fieldKind, { type, name, line: at, passed, isGiven });
      if (built !== undefined) component[name] = built;
    }
    for (const name of dialect.required)
      if (!Object.hasOwn(component, name) && !isPresent(own(given, name)))
        this.#faults.add('field_missing', this.#lines.of(given), { component: type, field: name });
    component[PARAMETERS] = parameters;
    if (type === 'SimpleRetriever') this.#requireCountablePages(component);
    return component;
  }

  /** What several extractors find on a page together isn't how far an offset has to move, and records would be lost. */
  #requireCountablePages(retriever: Dict): void {
    const at = (component: Value, field: string) => (isDict(component) ? own(component, field) : undefined);
    const extractor = at(own(retriever, 'record_selector'), 'extractor');
    const strategy = at(own(retriever, 'paginator'), 'pagination_strategy');
    const isUnion = at(extractor, 'type') === 'CombinedExtractor' && at(extractor, 'mode') !== 'first_match';
    if (isUnion && isDict(strategy) && own(strategy, 'type') === 'OffsetIncrement')
      this.#faults.add('component_misplaced', this.#lines.of(strategy), {
        component: 'OffsetIncrement',
        field: 'pagination_strategy with CombinedExtractor',
      });
  }

  #typeOf(given: Dict, kind: Extract<Kind, { one: unknown }>, field: string, line: number): string | null {
    const named = own(given, 'type');
    const custom = own(given, 'class_name');
    const type = typeof named === 'string' ? named : custom === undefined ? kind.byDefault : 'Custom';
    const at = typeof named === 'string' ? this.#lines.of(given, 'type') : line;
    if (type === undefined) {
      this.#faults.add('component_missing', line, { field });
      return null;
    }
    if (type.startsWith('Custom')) {
      this.#faults.add('component_custom', at, { component: typeof custom === 'string' ? custom : type });
      return null;
    }
    if (Object.hasOwn(COMPONENTS, type)) {
      if (kind.one.includes(type)) return type;
      this.#faults.add('component_misplaced', at, { component: type, field });
    } else
      this.#faults.add(UNSUPPORTED.has(type) ? 'component_unsupported' : 'component_unknown', at, {
        component: type,
      });
    return null;
  }

  #field(value: Value, kind: Kind, at: Place): Value {
    if (typeof kind === 'object' && !('words' in kind)) return this.#components(value, kind, at);
    const { type: component, name: field, line } = at;
    if (kind === 'unsupported') {
      this.#faults.add('field_unsupported', line, { component, field });
      return undefined;
    }
    if (kind === 'ignored') {
      if (at.isGiven) this.#faults.add('field_without_effect', line, { component, field });
      return undefined;
    }
    const expected = fits(value, kind);
    if (expected !== null) {
      this.#faults.add('field_type', line, { component, field, expected });
      return undefined;
    }
    if (typeof kind !== 'object' && kind !== 'any' && kind !== 'text') this.#templates(value, at, line);
    return value;
  }

  #components(value: Value, kind: Exclude<Extract<Kind, object>, { words: unknown }>, at: Place): Value {
    if ('each' in kind) {
      if (!isDict(value)) return this.#wrong(at, 'a mapping');
      const built = Object.entries(value).map(
        ([key, each]) => [key, this.#one(each, { one: kind.each }, at)] as const,
      );
      return newDict(built);
    }
    if ('one' in kind) {
      if (typeof value === 'string' && kind.orText) {
        this.#templates(value, at, at.line);
        return value;
      }
      return this.#one(value, kind, at);
    }
    if (!Array.isArray(value) && !kind.orOne) return this.#wrong(at, 'a list');
    const list = Array.isArray(value) ? value : [value];
    const { many, ...rest } = kind;
    return list.map((each, index) => {
      const line = Array.isArray(value) ? this.#lines.of(value, index) : at.line;
      return this.#one(
        each,
        { one: many, ...(rest.byDefault !== undefined && { byDefault: rest.byDefault }) },
        { ...at, line },
      );
    });
  }

  #one(value: Value, kind: Extract<Kind, { one: unknown }>, at: Place): Value {
    if (!isDict(value)) return this.#wrong(at, 'a component');
    return this.build(value, kind, at.name, at.passed, at.line);
  }

  #wrong({ type: component, name: field, line }: Place, expected: string): undefined {
    this.#faults.add('field_type', line, { component, field, expected });
  }

  #templates(value: Value, at: Place, line: number): void {
    if (Array.isArray(value))
      for (const [index, each] of value.entries()) this.#templates(each, at, this.#lines.of(value, index));
    else if (isDict(value)) {
      for (const [key, each] of Object.entries(value)) {
        this.#templates(key, at, this.#lines.of(value, key));
        this.#templates(each, at, this.#lines.of(value, key));
      }
    } else if (typeof value === 'string') {
      try {
        requireTemplate(value);
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        this.#faults.add('template_wrong', line, { field: at.name, reason: error.message });
      }
    }
  }
}

/** Where a field stands. */
interface Place {
  type: string;
  name: string;
  line: number;
  passed: Dict;
  isGiven: boolean;
}

const isPresent = (value: Value) => value !== undefined && value !== null && value !== '';

/** Returns what is expected if the value doesn't fit. */
function fits(value: Value, kind: Exclude<Kind, object> | { words: readonly string[] }): string | null {
  if (typeof kind === 'object')
    return kind.words.includes(String(value)) ? null : `one of ${kind.words.join(', ')}`;
  const isScalar = typeof value === 'string' || isNumeric(value);
  switch (kind) {
    case 'template':
    case 'condition':
      return isScalar || value === null ? null : 'a text';
    case 'text':
      return isScalar ? null : 'a text';
    case 'number':
      return typeof value === 'number' || value instanceof Float ? null : 'a number';
    case 'boolean':
      return typeof value === 'boolean' || value === 'true' || value === 'false' ? null : 'true or false';
    case 'templates':
    case 'path':
      return Array.isArray(value) && value.every((each) => !isDict(each) && !Array.isArray(each))
        ? null
        : 'a list of texts';
    case 'paths':
      return Array.isArray(value) && value.every(Array.isArray) ? null : 'a list of lists of texts';
    case 'map':
      return isDict(value) || typeof value === 'string' ? null : 'a mapping';
    default:
      return null;
  }
}
