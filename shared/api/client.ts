import { flatten, flattenPage, type Page } from '../json-api/flatten.ts';
import { ApiError, NetworkError } from './errors.ts';
import { takeEarlyResponse } from './early-requests.ts';
import { announce, API_BASE, csrfHeader } from './settings.ts';
import { upload } from './upload.ts';

export { configureApi, setCsrfToken } from './settings.ts';

interface Body {
  type: string;
  attributes: object;
}
interface Options {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** Returns the response's JSON unchanged; undefined if it has none, as a 204. */
async function request(
  method: string,
  path: string,
  body?: Body,
  { signal, headers }: Options = {},
): Promise<unknown> {
  const response =
    (method === 'GET' && (await takeEarlyResponse(path))) ||
    (await send(path, {
      method,
      signal,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...csrfHeader(),
        ...headers,
      },
      body: body && JSON.stringify({ data: body }),
    }));
  const content = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (response.ok) return content;
  const error = new ApiError(response.status, content, response.headers);
  announce(error, method, path);
  throw error;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(API_BASE + path, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new NetworkError(`No response to ${init.method} ${path}`, { cause });
  }
}

/**
 * The API's calls. Paths are the specification's, without a leading slash: `sessions/email-login`. Results are
 * flattened.
 */
export const api = {
  get: async <T>(path: string, options?: Options) =>
    flatten<T>(await request('GET', path, undefined, options)),
  list: async <T>(path: string, options?: Options): Promise<Page<T>> =>
    flattenPage<T>(await request('GET', path, undefined, options)),
  /** Fetches a whole list, page by page, for lists that a screen filters and counts as one, such as connections. */
  every: async <T>(path: string, options?: Options): Promise<T[]> => {
    const all: T[] = [];
    for (let next: string | null = ''; next !== null;) {
      const cursor: string = next && `&page[after]=${encodeURIComponent(next)}`;
      const page: Page<T> = await api.list<T>(`${path}?page[size]=100${cursor}`, options);
      all.push(...page.items);
      next = page.next;
    }
    return all;
  },
  /** Returns the document unchanged, for screens that need its links or meta. */
  raw: async <T>(path: string, options?: Options) => (await request('GET', path, undefined, options)) as T,
  post: async <T>(path: string, body: Body, options?: Options) =>
    flatten<T>(await request('POST', path, body, options)),
  patch: async <T>(path: string, body: Body, options?: Options) =>
    flatten<T>(await request('PATCH', path, body, options)),
  delete: async <T = undefined>(path: string, options?: Options) =>
    flatten<T>(await request('DELETE', path, undefined, options)),
  upload,
  /** Returns the URL of a download, for a link. */
  fileUrl: (path: string) => API_BASE + path,
};
