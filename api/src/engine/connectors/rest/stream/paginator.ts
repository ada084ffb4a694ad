import { isDict, newDict, own, textOf, type Dict, type Value } from '../template/values.ts';
import { headersScope } from './error-handler.ts';
import { inject, type RequestParts } from './request-parts.ts';
import type { Answer } from './requester.ts';
import type { Run } from './run.ts';

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

  /** Returns the next page's token. Null after the last page. */
  next(page: Page): Value {
    const token = this.#kind === 'CursorPagination' ? this.#cursor(page) : this.#count(page);
    return token === undefined ||
      token === '' ||
      token === false ||
      (token === 0 && this.#kind === 'CursorPagination') ||
      isEmpty(token)
      ? null
      : token;
  }

  get #kind(): string {
    return textOf(own(this.#strategy, 'type'));
  }

  get #firstPage(): number {
    return this.#run.templates(this.#strategy).number('start_from_page') ?? 0;
  }

  #count({ records, token }: Page): Value {
    if (records === 0 || (this.#pageSize !== null && records < this.#pageSize)) return null;
    if (this.#kind === 'OffsetIncrement') return (typeof token === 'number' ? token : 0) + records;
    return (typeof token === 'number' ? token : this.#firstPage) + 1;
  }

  #cursor({ answer, body, records, last }: Page): Value {
    const headers = headersScope(answer.headers);
    headers.link = linksIn(answer.headers.link ?? '');
    headers.Link = headers.link;
    const scope = newDict([
      ...Object.entries(this.#known),
      ['response', body],
      ['headers', headers],
      ['last_record', last],
      ['last_page_size', records],
      ['page_size', this.#pageSize],
    ]);
    const templates = this.#run.templates(this.#strategy, scope);
    const stop = own(this.#strategy, 'stop_condition');
    if (stop !== undefined && stop !== null && templates.holds('stop_condition')) return null;
    return templates.value('cursor_value');
  }
}

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
