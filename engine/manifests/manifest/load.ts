import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { renderText } from '../template/render.ts';
import { isDict, newDict, own, textOf, type Dict, type Value } from '../template/values.ts';
import { ComponentBuilder } from './components.ts';
import { Faults, type ManifestFault } from './fault.ts';
import { fieldsOf, type ManifestField } from './form.ts';
import { resolveReferences } from './references.ts';
import { Lines, parseTree } from './tree.ts';

/** A manifest that can be read with. */
export interface Manifest {
  streams: ReadonlyMap<string, Dict>;
  /** The streams that a check reads from. */
  checked: readonly string[];
  budget: Dict | null;
  /** Where each component stands in the text. */
  lines: Lines;
}

export interface LoadedManifest {
  /** Null if it has errors. */
  manifest: Manifest | null;
  /** The fields of its specification. */
  fields: readonly ManifestField[];
  faults: readonly ManifestFault[];
}

const loaded = new LRUCache<string, LoadedManifest>({ max: 20 });

/** Loads a pasted manifest, and says what in it can't be used, line by line. */
export function loadManifest(text: string): LoadedManifest {
  const key = createHash('sha256').update(text).digest('base64');
  const known = loaded.get(key) ?? load(text);
  loaded.set(key, known);
  return known;
}

function load(text: string): LoadedManifest {
  const [lines, faults] = [new Lines(), new Faults()];
  const nothing = () => ({ manifest: null, fields: [], faults: faults.all });
  const tree = parseTree(text, lines, faults);
  if (!tree) return nothing();
  // Earlier manifests don't say what they are.
  if (own(tree, 'type') === undefined && own(tree, 'streams') !== undefined) tree.type = 'DeclarativeSource';
  if (own(tree, 'type') !== 'DeclarativeSource') {
    faults.add('not_a_manifest', lines.of(tree, 'type'));
    return nothing();
  }
  const resolved = resolveReferences(tree, lines, faults);
  if (!resolved || faults.hasErrors) return nothing();
  const builder = new ComponentBuilder(lines, faults);
  const source = builder.build(resolved, { one: ['DeclarativeSource'] }, 'manifest', newDict(), 1);
  const streams = source ? streamsOf(source, lines, faults) : new Map<string, Dict>();
  const checked = source && !faults.hasErrors ? checkedOf(source, streams, lines, faults) : [];
  const spec = source && own(source, 'spec');
  const fields = fieldsOf(isDict(spec) ? own(spec, 'connection_specification') : undefined, lines, faults);
  const budget = source && own(source, 'api_budget');
  const manifest = faults.hasErrors
    ? null
    : { streams, checked, budget: isDict(budget) ? budget : null, lines };
  return { manifest, fields, faults: faults.all };
}

function streamsOf(source: Dict, lines: Lines, faults: Faults): Map<string, Dict> {
  const found = new Map<string, Dict>();
  const listed = own(source, 'streams');
  const streams = Array.isArray(listed) ? listed : [];
  if (streams.length === 0) faults.add('streams_missing', lines.of(source, 'streams'));
  for (const stream of streams) {
    if (!isDict(stream)) continue;
    const name = streamName(stream);
    if (name === '') faults.add('stream_unnamed', lines.of(stream));
    else if (found.has(name)) faults.add('stream_twice', lines.of(stream, 'name'), { stream: name });
    found.set(name, stream);
  }
  return found;
}

/** A stream's name, which can come from its parameters. */
export function streamName(stream: Dict): string {
  const parameters = own(stream, '$parameters') ?? newDict();
  const name = own(stream, 'name');
  return name === undefined
    ? ''
    : renderText(
        textOf(name),
        newDict([
          ['parameters', parameters],
          ['config', newDict()],
        ]),
      );
}

function checkedOf(source: Dict, streams: ReadonlyMap<string, Dict>, lines: Lines, faults: Faults): string[] {
  const check = own(source, 'check');
  const named: Value = isDict(check) ? own(check, 'stream_names') : undefined;
  const names = Array.isArray(named) ? named.map(textOf) : [];
  for (const stream of names)
    if (isDict(check) && !streams.has(stream))
      faults.add('check_unknown', lines.of(check, 'stream_names'), { stream });
  return names.length > 0 ? names : [...streams.keys()].slice(0, 1);
}
