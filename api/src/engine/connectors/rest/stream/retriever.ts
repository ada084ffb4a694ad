import { createHash } from 'node:crypto';
import { FailureError } from '../../../../platform/failures/failure.ts';
import { MOST_PAGES } from '../http/limits.ts';
import { jsonOf, newDict, own, textOf, type Dict, type Value } from '../template/values.ts';
import { Paginator } from './paginator.ts';
import type { RateLimits } from './rate-limits.ts';
import { newParts, type RequestParts } from './request-parts.ts';
import { ask } from './requester.ts';
import type { Run } from './run.ts';
import { select } from './selector.ts';
import { sliceScope, type Slice } from './slice.ts';

export interface SliceRead {
  stream: Dict;
  slice: Slice;
  /** What the slice itself adds to each request. */
  addSlice?(parts: RequestParts): void;
  /** Whether the rest of the slice isn't wanted, after a page. */
  isEnough?(records: readonly Dict[]): boolean;
  limits: RateLimits | null;
  /** For messages. */
  table: string;
}

/** Reads a slice of a stream page by page. */
export async function* readSlice(
  { stream, slice, addSlice, isEnough, limits, table }: SliceRead,
  run: Run,
): AsyncGenerator<Dict[]> {
  const retriever = run.templates(stream).component('retriever')!;
  const templates = run.templates(retriever);
  const requester = templates.component('requester')!;
  const transformations = run.templates(stream).components('transformations');
  const base = newDict(sliceScope(slice));
  const given = templates.component('paginator');
  const paginator =
    given && own(given, 'type') === 'DefaultPaginator' ? new Paginator(given, run, base) : null;
  const leavesSliceOut = templates.flag('ignore_stream_slicer_parameters_on_paginated_requests');
  const tokens = new Set<string>();
  let token: Value = paginator?.first ?? null;
  let before = '';
  for (let page = 0; ; page += 1) {
    const parts = newParts();
    if (page === 0 || !leavesSliceOut) addSlice?.(parts);
    const nextPath = paginator?.addTo(parts, token) ?? null;
    const known = newDict([
      ...Object.entries(base),
      ['next_page_token', token === null ? null : newDict([['next_page_token', token]])],
    ]);
    const answer = await ask(requester, run, { known, parts, nextPath, limits });
    if (!answer) return;
    const { records, extracted, body } = select(answer, retriever, transformations, run, known);
    const digest = createHash('sha256').update(answer.body).digest('base64');
    if (extracted > 0 && digest === before)
      throw new FailureError('api_pages_repeat', { table, page: page + 1 });
    before = digest;
    yield records;
    if (!paginator || isEnough?.(records)) return;
    token = paginator.next({ answer, body, records: extracted, last: records.at(-1) ?? null, token });
    if (token === null) return;
    const name = tokenName(token);
    if (tokens.has(name)) throw new FailureError('api_pages_repeat', { table, page: page + 2 });
    tokens.add(name);
    if (tokens.size >= MOST_PAGES) throw new FailureError('api_pages_endless', { table, pages: MOST_PAGES });
  }
}

const tokenName = (token: Value) => {
  const text = typeof token === 'object' ? jsonOf(token) : textOf(token);
  return text.length > 64 ? createHash('sha256').update(text).digest('base64') : text;
};
