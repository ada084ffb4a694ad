import { isDict, newDict, own, textOf, type Dict, type Value } from '../template/values.ts';
import { headersScope } from './error-handler.ts';
import { inject, type RequestParts } from './request-parts.ts';
import type { Answer } from './answer.ts';
import type { Run } from './run.ts';

/** The next page. */
export interface Next {
  token: Value;
  /** The page before was short, so this one is only asked for because the server may send less than it was asked for. */
  isProbe: boolean;
}

interface Page {
  answer: Answer;
  body: Value;
  /** How many records it has, before the filter. */
  records: number;
  last: Dict | null;
  token: Value;
}

/** Says how pages are asked for, and which is next. */
export class Paginator {
  readonly #run: Run;
  readonly #paginator: Dict;
  readonly #strategy: Dict;
  readonly #known: Dict;
  readonly #pageSize: number | null;

  constructor(paginator: Dict, run: Run, known: Dict) {
    this.#run = run;
    this.#paginator = paginator;
    this.#strategy = run.templates(paginator).component('pagination_strategy')!;
    this.#known = known;
    this.#pageSize = run.templates(this.#strategy, known).number('page_size');
  }

  /** The token of the first page. Null if the first page needs none. */
  get first(): Value {
    if (!this.#run.templates(this.#strategy).flag('inject_on_first_request')) return null;
    return this.#kind === 'OffsetIncrement' ? 0 : this.#kind === 'PageIncrement' ? this.#firstPage : null;
  }

  /** Adds the token and the size of a page to a request. Returns the path if the token is one. */
  addTo(parts: RequestParts, token: Value): string | null {
    const templates = this.#run.templates(this.#paginator);
    const [size, option] = [
      templates.component('page_size_option'),
      templates.component('page_token_option'),
    ];
    if (size && this.#pageSize !== null) inject(parts, size, this.#pageSize, this.#run);
    if (token === null || token === undefined || !option) return null;
    if (own(option, 'type') === 'RequestPath') return textOf(token);
    inject(parts, option, token, this.#run);
    return null;
  }

  /** Returns the next page. Null after the last page. */
  next(page: Page): Next | null {
    const isShort = this.#mayBeCapped(page.records);
    const next = this.#kind === 'CursorPagination' ? this.#cursor(page, isShort) : this.#count(page, isShort);
    const { token } = next ?? { token: null };
    const isNone =
      token === undefined ||
      token === null ||
      token === '' ||
      token === false ||
      (this.#kind === 'CursorPagination' && (token === 0 || NONE.has(textOf(token)))) ||
      isEmpty(token);
    return isNone ? null : next;
  }

  /**
   * Whether a page that is short may still not be the last: servers cap what they are asked for without a word. No
   * page of the stream has then had more records than this one.
   */
  #mayBeCapped(records: number): boolean {
    const { largestPages } = this.#run;
    const largest = Math.max(records, largestPages.get(this.#paginator) ?? 0);
    largestPages.set(this.#paginator, largest);
    return records > 0 && records === largest && (this.#pageSize === null || records < this.#pageSize);
  }

  get #kind(): string {
    return textOf(own(this.#strategy, 'type'));
  }

  get #firstPage(): number {
    return this.#run.templates(this.#strategy).number('start_from_page') ?? 0;
  }

  #count({ records, token }: Page, mayBeCapped: boolean): Next | null {
    const isShort = this.#pageSize !== null && records < this.#pageSize;
    if (records === 0 || (isShort && !mayBeCapped)) return null;
    const next =
      this.#kind === 'OffsetIncrement'
        ? (typeof token === 'number' ? token : 0) + records
        : (typeof token === 'number' ? token : this.#firstPage) + 1;
    return { token: next, isProbe: isShort };
  }

  #cursor({ answer, body, records, last }: Page, mayBeCapped: boolean): Next | null {
    const headers = headersScope(answer.headers);
    headers.link = linksIn(answer.headers.link ?? '');
    headers.Link = headers.link;
    const scopeOf = (size: number) =>
      newDict([
        ...Object.entries(this.#known),
        ['response', body],
        ['headers', headers],
        ['last_record', last],
        ['last_page_size', size],
        ['page_size', this.#pageSize],
      ]);
    const stop = own(this.#strategy, 'stop_condition');
    const stopsAfter = (size: number) =>
      stop !== undefined &&
      stop !== null &&
      this.#run.templates(this.#strategy, scopeOf(size)).holds('stop_condition');
    const stops = stopsAfter(records);
    // A condition that wouldn't hold for a full page is only about the page's size.
    if (stops && (!mayBeCapped || stopsAfter(Number.MAX_SAFE_INTEGER))) return null;
    const token = this.#run.templates(this.#strategy, scopeOf(records)).token('cursor_value');
    return { token, isProbe: stops };
  }
}

/** Texts by which the dialect and servers say that there is no next page. */
const NONE: ReadonlySet<string> = new Set(['None', 'False', '0', '0.0', '[]', '{}', '()', "''", '""']);

const isEmpty = (value: Value) =>
  (Array.isArray(value) && value.length === 0) || (isDict(value) && Object.keys(value).length === 0);

/** Parses a Link header by relation: `<https://…?page=2>; rel="next"`. */
function linksIn(header: string): Dict {
  const links = newDict();
  for (const part of header.split(/,\s*(?=<)/)) {
    const url = /^\s*<([^>]*)>/.exec(part)?.[1];
    const relation = /;\s*rel="?([^";,]+)"?/.exec(part)?.[1];
    if (url !== undefined && relation !== undefined)
      links[relation] = newDict([
        ['url', url],
        ['rel', relation],
      ]);
  }
  return links;
}
