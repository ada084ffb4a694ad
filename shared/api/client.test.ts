import { api, configureApi, setCsrfToken } from './client.ts';
import { ApiError, NetworkError } from './errors.ts';

const answers: Response[] = [];
const sent: { url: string; init: RequestInit }[] = [];
const heard = { unauthorized: 0, errors: [] as string[] };

beforeEach(() => {
  answers.length = sent.length = heard.errors.length = heard.unauthorized = 0;
  globalThis.fetch = async (url, init) => {
    sent.push({ url: String(url), init: init! });
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  };
  configureApi({
    onUnauthorized: () => heard.unauthorized++,
    onError: (error, { method, path }) => heard.errors.push(`${method} ${path} ${error.status}`),
  });
});
afterEach(() => setCsrfToken(null));

const json = (status: number, body: unknown, headers = {}) =>
  ({ status, ok: status < 400, headers: new Headers(headers), json: async () => body }) as Response;
const headersOf = (call: number) => sent[call]?.init.headers as Record<string, string>;

test('a call carries cookies, JSON headers, the CSRF token and a JSON:API body', async () => {
  setCsrfToken('t0ken');
  answers.push(json(201, { data: { type: 'organizations', id: 'org_1', attributes: { name: 'Finch' } } }));
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

test('after the token is taken away no CSRF header is sent', async () => {
  setCsrfToken('t0ken');
  setCsrfToken(null);
  answers.push(json(200, { data: null }));
  expect(await api.get('sessions')).toBeNull();
  expect(headersOf(0)).not.toHaveProperty('x-csrf-token');
});

test('204 answers nothing', async () => {
  answers.push(json(204, undefined));
  expect(await api.delete('sessions/ses_1')).toBeUndefined();
});

test('a 401 is announced, but not that of a login; other errors go to the report', async () => {
  answers.push(json(401, undefined), json(401, { errors: [] }), json(500, undefined));
  await expect(api.get('organizations')).rejects.toBeInstanceOf(ApiError);
  await expect(
    api.post('sessions/email-login', { type: 'email_logins', attributes: {} }),
  ).rejects.toBeInstanceOf(ApiError);
  expect(heard.unauthorized).toBe(1);
  await expect(api.get('organizations')).rejects.toMatchObject({ status: 500, errors: undefined });
  expect(heard.errors).toEqual(['GET organizations 500']);
});

test('an error keeps its objects, its request id and how long to wait', async () => {
  const errors = [{ status: '429', code: 'rate_limited', title: 'Slow', detail: 'Wait' }];
  answers.push(json(429, { errors }, { 'x-request-id': 'req_1', 'retry-after': '30' }));
  const error = await api.get('x').catch((caught: ApiError) => caught);
  expect(error).toMatchObject({ errors, requestId: 'req_1', retryAfter: 30, code: 'rate_limited' });
});

test('no answer at all is a NetworkError', async () => {
  await expect(api.get('x')).rejects.toBeInstanceOf(NetworkError);
});

test('an answer that the page asked for early is taken once', async () => {
  window.__HEADWATER__ = { requests: { sessions: Promise.resolve(json(200, { data: null })) } };
  answers.push(json(200, { data: { type: 'sessions', id: 'ses_1' } }));
  expect(await api.get('sessions')).toBeNull();
  expect(sent).toHaveLength(0);
  expect(await api.get('sessions')).toMatchObject({ id: 'ses_1' });
});

test('an early request that failed on its way is asked again', async () => {
  window.__HEADWATER__ = { requests: { sessions: Promise.reject(new TypeError('Failed to fetch')) } };
  answers.push(json(200, { data: null }));
  expect(await api.get('sessions')).toBeNull();
});
