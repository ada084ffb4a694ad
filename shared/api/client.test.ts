import { api, configureApi, setCsrfToken } from './client.ts';
import { ApiError, NetworkError } from './errors.ts';

const responses: Response[] = [];
const sent: { url: string; init: RequestInit }[] = [];
const reported = { unauthorized: 0, errors: [] as string[] };

beforeEach(() => {
  responses.length = sent.length = reported.errors.length = reported.unauthorized = 0;
  globalThis.fetch = async (url, init) => {
    sent.push({ url: String(url), init: init! });
    const response = responses.shift();
    if (!response) throw new TypeError('Failed to fetch');
    return response;
  };
  configureApi({
    onUnauthorized: () => reported.unauthorized++,
    onError: (error, { method, path }) => reported.errors.push(`${method} ${path} ${error.status}`),
  });
});
afterEach(() => setCsrfToken(null));

const json = (status: number, body: unknown, headers = {}) =>
  ({ status, ok: status < 400, headers: new Headers(headers), json: async () => body }) as Response;
const headersOf = (call: number) => sent[call]?.init.headers as Record<string, string>;

test('a call sends cookies, JSON headers, the CSRF token, and a JSON:API body', async () => {
  setCsrfToken('t0ken');
  responses.push(json(201, { data: { type: 'organizations', id: 'org_1', attributes: { name: 'Finch' } } }));
  const made = await api.post('organizations', { type: 'organizations', attributes: { name: 'Finch' } });
  expect(made).toEqual({ type: 'organizations', id: 'org_1', name: 'Finch' });
  expect(sent[0]?.url).toBe('/api/organizations');
  expect(sent[0]?.init.credentials).toBe('same-origin');
  expect(headersOf(0)).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/json',
    'x-csrf-token': 't0ken',
  });
  expect(JSON.parse(sent[0]?.init.body as string)).toEqual({
    data: { type: 'organizations', attributes: { name: 'Finch' } },
  });
});

test('no CSRF header is sent once the token has been removed', async () => {
  setCsrfToken('t0ken');
  setCsrfToken(null);
  responses.push(json(200, { data: null }));
  expect(await api.get('sessions')).toBeNull();
  expect(headersOf(0)).not.toHaveProperty('x-csrf-token');
});

test('a 204 returns nothing', async () => {
  responses.push(json(204, undefined));
  expect(await api.delete('sessions/ses_1')).toBeUndefined();
});

test('a 401 calls onUnauthorized, except for a login; other errors call onError', async () => {
  responses.push(json(401, undefined), json(401, { errors: [] }), json(500, undefined));
  await expect(api.get('organizations')).rejects.toBeInstanceOf(ApiError);
  await expect(
    api.post('sessions/email-login', { type: 'email_logins', attributes: {} }),
  ).rejects.toBeInstanceOf(ApiError);
  expect(reported.unauthorized).toBe(1);
  await expect(api.get('organizations')).rejects.toMatchObject({ status: 500, errors: undefined });
  expect(reported.errors).toEqual(['GET organizations 500']);
});

test('an API that is away is not reported as a failure of the page, whoever says so', async () => {
  for (const status of [502, 503, 504]) {
    responses.push(json(status, undefined));
    await expect(api.get('sessions')).rejects.toMatchObject({ status });
  }
  expect(reported.errors).toEqual([]);
});

test('an error keeps its error objects, its request ID, and how long to wait', async () => {
  const errors = [{ status: '429', code: 'rate_limited', title: 'Slow', detail: 'Wait' }];
  responses.push(json(429, { errors }, { 'x-request-id': 'req_1', 'retry-after': '30' }));
  const error = await api.get('x').catch((caught: ApiError) => caught);
  expect(error).toMatchObject({ errors, requestId: 'req_1', retryAfter: 30, code: 'rate_limited' });
});

test('a request without a response fails with a NetworkError', async () => {
  await expect(api.get('x')).rejects.toBeInstanceOf(NetworkError);
});

test('a response that the page requested early is used once', async () => {
  window.__HEADWATER__ = { requests: { sessions: Promise.resolve(json(200, { data: null })) } };
  responses.push(json(200, { data: { type: 'sessions', id: 'ses_1' } }));
  expect(await api.get('sessions')).toBeNull();
  expect(sent).toHaveLength(0);
  expect(await api.get('sessions')).toMatchObject({ id: 'ses_1' });
});

test('an early request that failed is sent again', async () => {
  window.__HEADWATER__ = { requests: { sessions: Promise.reject(new TypeError('Failed to fetch')) } };
  responses.push(json(200, { data: null }));
  expect(await api.get('sessions')).toBeNull();
});
