import { FailureError } from '@headwater/base/failures/failure';
import { asList } from '../template/arguments.ts';
import { isDict, jsonOf, newDict, own, textOf, type Dict } from '../template/values.ts';
import { streamName } from '../manifest/load.ts';
import { valueAt } from './paths.ts';
import type { RateLimits } from './rate-limits.ts';
import { inject, type RequestParts } from './request-parts.ts';
import { readSlice } from './retriever.ts';
import { TemplateFailure, type Run } from './run.ts';
import { WHOLE, type Slice } from './slice.ts';
import { intervalsOf } from './datetime-cursor.ts';

/** The most streams above one another. */
const DEEPEST = 10;

interface Partitioned {
  run: Run;
  limits: RateLimits | null;
}

/** Returns the partition routers of a stream. Several of them are combined, each with each. */
function routersOf(stream: Dict): Dict[] {
  const retriever = own(stream, 'retriever');
  const routers = isDict(retriever) ? own(retriever, 'partition_router') : undefined;
  return Array.isArray(routers) ? routers.filter(isDict) : [];
}

/** Reads the partitions of a stream, those of records of other streams as these arrive. */
export async function* partitionsOf(stream: Dict, shared: Partitioned, depth = 0): AsyncGenerator<Slice> {
  if (depth > DEEPEST) throw new FailureError('api_parents_too_deep', { table: streamName(stream) });
  yield* combined(routersOf(stream), WHOLE, shared, depth);
}

async function* combined(
  routers: readonly Dict[],
  so: Slice,
  shared: Partitioned,
  depth: number,
): AsyncGenerator<Slice> {
  const [router, ...others] = routers;
  if (!router) {
    yield so;
    return;
  }
  for await (const { partition, extra } of routed(router, shared, depth)) {
    const next = {
      partition: newDict([...Object.entries(so.partition), ...Object.entries(partition)]),
      interval: so.interval,
      extra: newDict([...Object.entries(so.extra), ...Object.entries(extra)]),
    };
    yield* combined(others, next, shared, depth);
  }
}

async function* routed(router: Dict, shared: Partitioned, depth: number): AsyncGenerator<Slice> {
  const { run } = shared;
  const templates = run.templates(router);
  if (own(router, 'type') === 'ListPartitionRouter') {
    const field = templates.text('cursor_field');
    const given = own(router, 'values');
    const values = Array.isArray(given) ? templates.texts('values') : templates.value('values');
    for (const value of asList(Array.isArray(values) ? values : [values ?? []].flat(), 'values'))
      yield { ...WHOLE, partition: newDict([[field, value]]) };
    return;
  }
  if (own(router, 'type') === 'UnionPartitionRouter') return yield* united(router, shared, depth);
  if (own(router, 'type') === 'GroupingPartitionRouter') return yield* grouped(router, shared, depth);
  for (const parent of templates.components('parent_stream_configs')) yield* ofParent(parent, shared, depth);
}

/** The partitions of several routers, each value once. */
async function* united(router: Dict, shared: Partitioned, depth: number): AsyncGenerator<Slice> {
  const templates = shared.run.templates(router);
  const field = templates.text('partition_field');
  const seen = new Set<string>();
  for (const child of templates.components('partition_routers'))
    for await (const { partition, extra } of routed(child, shared, depth)) {
      const value = own(partition, field);
      if (value === undefined)
        throw new TemplateFailure(
          router,
          'partition_field',
          `no partition has the field ${field.slice(0, 50)}`,
        );
      const key = jsonOf(value);
      if (seen.has(key)) continue;
      seen.add(key);
      const others = Object.entries(partition).filter(([name]) => name !== field);
      yield {
        ...WHOLE,
        partition: newDict([[field, value]]),
        extra: newDict([...Object.entries(extra), ...others]),
      };
    }
}

/** The partitions of another router, several at a time, as lists of their values. */
async function* grouped(router: Dict, shared: Partitioned, depth: number): AsyncGenerator<Slice> {
  const templates = shared.run.templates(router);
  const size = Math.max(1, Math.floor(templates.number('group_size') ?? 1));
  const keepsAll = own(router, 'deduplicate') === false || own(router, 'deduplicate') === 'false';
  const seen = new Set<string>();
  let group: Slice[] = [];
  for await (const slice of routed(templates.component('underlying_partition_router')!, shared, depth)) {
    const key = jsonOf(slice.partition);
    if (!keepsAll && seen.has(key)) continue;
    seen.add(key);
    group.push(slice);
    if (group.length < size) continue;
    yield groupOf(group);
    group = [];
  }
  if (group.length > 0) yield groupOf(group);
}

function groupOf(slices: readonly Slice[]): Slice {
  const listed = (parts: readonly Dict[]) => {
    const names = new Set(parts.flatMap((part) => Object.keys(part)));
    return newDict([...names].map((name) => [name, parts.map((part) => own(part, name) ?? null)]));
  };
  return {
    ...WHOLE,
    partition: listed(slices.map(({ partition }) => partition)),
    extra: listed(slices.map(({ extra }) => extra)),
  };
}

async function* ofParent(config: Dict, shared: Partitioned, depth: number): AsyncGenerator<Slice> {
  const { run, limits } = shared;
  const templates = run.templates(config);
  const stream = templates.component('stream')!;
  const key = templates.text('parent_key').split('/');
  const field = templates.text('partition_field');
  const more = own(config, 'extra_fields');
  for await (const parent of partitionsOf(stream, shared, depth + 1)) {
    for (const { slice, addTo } of intervalsOf(stream, parent, run, null)) {
      const addSlice = (parts: RequestParts) => {
        addPartition(parts, stream, slice, run);
        addTo(parts);
      };
      for await (const records of readSlice(
        { stream, slice, addSlice, limits, table: streamName(stream) },
        run,
      ))
        for (const record of records) {
          const value = valueAt(record, key);
          if (value === undefined || value === null) continue;
          const partition = newDict([
            [field, value],
            ['parent_slice', slice.partition],
          ]);
          yield { partition, interval: newDict(), extra: extraOf(record, more) };
        }
    }
  }
}

function extraOf(record: Dict, paths: unknown): Dict {
  const extra = newDict();
  for (const path of Array.isArray(paths) ? paths : []) {
    const parts = Array.isArray(path) ? path.map(textOf) : [textOf(path)];
    extra[parts.join('.')] = valueAt(record, parts) ?? null;
  }
  return extra;
}

/** Adds to a request which partition it is about, where the routers say so. */
export function addPartition(parts: RequestParts, stream: Dict, { partition }: Slice, run: Run): void {
  for (const router of routersOf(stream)) {
    const isList = own(router, 'type') === 'ListPartitionRouter';
    const options = isList ? [router] : run.templates(router).components('parent_stream_configs');
    for (const each of options) {
      const templates = run.templates(each);
      const option = templates.component('request_option');
      const value = own(partition, templates.text(isList ? 'cursor_field' : 'partition_field'));
      if (option && value !== undefined && value !== null) inject(parts, option, value, run);
    }
  }
}
