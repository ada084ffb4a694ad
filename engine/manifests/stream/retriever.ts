import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { FailureError } from '@headwater/base/failures/failure';
import { MOST_PAGES } from '@headwater/protocol/http/limits';
import { isDict, jsonOf, newDict, own, textOf, type Dict, type Value } from '../template/values.ts';
import { Paginator } from './paginator.ts';
import type { RateLimits } from './rate-limits.ts';
import { newParts, type RequestParts } from './request-parts.ts';
import { ask } from './requester.ts';
import type { Answer } from './answer.ts';
import type { Run } from './run.ts';
import { extractedOf, select, type Selected } from './selector.ts';
import { sliceScope, type Slice } from './slice.ts';

export interface SliceRead {
  stream: Dict;
  slice: Slice;
  /** What the slice itself adds to each request. */
  addSlice?(parts: RequestParts): void;
  /** Whether the rest of the slice isn't wanted, after a page. */
  isEnough?(records: readonly Dict[]): boolean;
  limits: RateLimits | null;
  /** Requests a page while the one before is being used. Otherwise, no more pages are requested than are taken. */
  readsAhead?: boolean | undefined;
  /** For messages. */
  table: string;
}

interface RequestedPage {
  page: number;
  /** With which it was requested. */
  token: Value;
  /** What templates know of it. */
  known: Dict;
  answer: Answer;
  /** See Next. */
  isProbe: boolean;
}

/** Reads a slice of a stream page by page. */
export async function* readSlice(
  { stream, slice, addSlice, isEnough, limits, readsAhead, table }: SliceRead,
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
  const requested = async (page: number, token: Value, isProbe: boolean): Promise<RequestedPage | null> => {
    const parts = newParts();
    if (page === 0 || !leavesSliceOut) addSlice?.(parts);
    const nextPath = paginator?.addTo(parts, token) ?? null;
    const known = newDict([
      ...Object.entries(base),
      ['next_page_token', token === null ? null : newDict([['next_page_token', token]])],
    ]);
    try {
      const answer = await ask(requester, run, { known, parts, nextPath, limits });
      return answer && { page, token, known, answer, isProbe };
    } catch (error) {
      // Some servers refuse a page after the last.
      if (isProbe && error instanceof FailureError && error.failure.code === 'api_request_refused')
        return null;
      throw error;
    }
  };
  /** Null after the last page. */
  const following = async (
    { page, token, answer }: RequestedPage,
    { records, extracted, body }: Selected,
  ): Promise<RequestedPage | null> => {
    if (!paginator || isEnough?.(records)) return null;
    const next = paginator.next({ answer, body, records: extracted, last: records.at(-1) ?? null, token });
    if (next === null) return null;
    const name = tokenName(next.token);
    if (tokens.has(name) && next.isProbe) return null;
    if (tokens.has(name)) throw new FailureError('api_pages_repeat', { table, page: page + 2 });
    tokens.add(name);
    if (tokens.size >= MOST_PAGES) throw new FailureError('api_pages_endless', { table, pages: MOST_PAGES });
    return requested(page + 1, next.token, next.isProbe);
  };
  let before: RequestedPage | null = null;
  for (let found = await requested(0, paginator?.first ?? null, false); found;) {
    if (found.isProbe && before && isSamePage(found, before, retriever, run)) return;
    const selected = select(found.answer, retriever, transformations, run, found.known);
    if (selected.extracted > 0 && before && found.answer.body.equals(before.answer.body))
      throw new FailureError('api_pages_repeat', { table, page: found.page + 1 });
    before = found;
    const ahead = readsAhead ? following(found, selected) : null;
    // What goes wrong there is thrown below, unless nobody wants more.
    ahead?.catch(() => undefined);
    // The request leaves in this pause: using the records doesn't give way to it.
    if (ahead) await setImmediate();
    yield selected.records;
    found = await (ahead ?? following(found, selected));
  }
}

/** A server that doesn't know pages sends the same records again, maybe with the time of day beside them. */
const isSamePage = (found: RequestedPage, before: RequestedPage, retriever: Dict, run: Run): boolean => {
  if (found.answer.body.equals(before.answer.body)) return true;
  const recordsOf = ({ answer, known }: RequestedPage) => jsonOf(extractedOf(answer, retriever, run, known));
  return recordsOf(found) === recordsOf(before);
};

const tokenName = (token: Value) => {
  const text = isDict(token) || Array.isArray(token) ? jsonOf(token) : textOf(token);
  return text.length > 64 ? createHash('sha256').update(text).digest('base64') : text;
};
