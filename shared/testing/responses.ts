import type { ErrorObject } from '../contract/ground/json-api.ts';

/** A response of the fake API. */
export interface FakeResponse {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A response with one resource. */
export const documentOf = (type: string, id: string, attributes: object, status = 200): FakeResponse => ({
  status,
  body: { data: { type, id, attributes } },
});

/** A response with a page of a list; the last page unless `next` is given. */
export const collectionOf = (
  type: string,
  items: ({ id: string } & object)[],
  { next = null, total = items.length }: { next?: string | null; total?: number } = {},
): FakeResponse => ({
  status: 200,
  body: {
    data: items.map(({ id, ...attributes }) => ({ type, id, attributes })),
    links: { next },
    meta: { total },
  },
});

export const errorsOf = (
  status: number,
  errors: Partial<ErrorObject>[],
  headers: Record<string, string> = {},
): FakeResponse => ({
  status,
  headers: { 'x-request-id': 'req_test', ...headers },
  body: {
    errors: errors.map((error) => ({
      status: String(status),
      code: 'test',
      title: '',
      detail: '',
      ...error,
    })),
    meta: { requestId: 'req_test' },
  },
});

export const noContent: FakeResponse = { status: 204 };
