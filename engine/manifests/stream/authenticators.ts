import {
  createPrivateKey,
  createSign,
  createHmac,
  sign as signWith,
  constants,
  type KeyObject,
} from 'node:crypto';
import { FailureError } from '@headwater/base/failures/failure';
import { parseMoment, parseIso, parseSpan } from '../template/moments.ts';
import { isDict, jsonOf, newDict, own, textOf, type Dict, type Value } from '../template/values.ts';
import { reasonIn } from './error-handler.ts';
import { valueAt } from './paths.ts';
import { addParameters, inject, newParts, type RequestParts } from './request-parts.ts';
import { ask } from './requester.ts';
import type { Run } from './run.ts';
import { TokenQuotas, type SpentCall } from './token-quotas.ts';
import type { HttpRequest } from '@headwater/protocol/http/http-client';

/** The tokens of authenticators that have several, by their component. */
const QUOTAS = new WeakMap<Run, Map<Dict, TokenQuotas>>();

/** A token is renewed this long before it expires. */
const EARLY_MS = 30_000;
const FOREVER = Number.MAX_SAFE_INTEGER;
const NOT_STATED_MS = 30 * 60_000;

/**
 * Adds to a request what shows who sends it. `request` is the request without that. Returns the call that was taken from
 * a token's quota, if tokens have one.
 */
export async function authenticate(
  authenticator: Dict,
  run: Run,
  parts: RequestParts,
  known: Dict,
  request: () => HttpRequest,
): Promise<SpentCall | null> {
  if (own(authenticator, 'type') === 'RateLimitedMultipleTokenAuthenticator') {
    const call = await quotasOf(authenticator, run).take(request());
    parts.headers[call.header] = call.value;
    return call;
  }
  if (own(authenticator, 'type') === 'SelectiveAuthenticator')
    return authenticate(selectedOf(authenticator, run, known), run, parts, known, request);
  await sign(authenticator, run, parts, known);
  return null;
}

function quotasOf(authenticator: Dict, run: Run): TokenQuotas {
  const all = QUOTAS.get(run) ?? new Map<Dict, TokenQuotas>();
  const quotas = all.get(authenticator) ?? new TokenQuotas(authenticator, run);
  QUOTAS.set(run, all.set(authenticator, quotas));
  return quotas;
}

function selectedOf(authenticator: Dict, run: Run, known: Dict): Dict {
  const templates = run.templates(authenticator, known);
  const selected = textOf(valueAt(run.config, templates.path('authenticator_selection_path')));
  const among = templates.component('authenticators');
  const chosen = among && own(among, selected);
  if (!isDict(chosen))
    throw new FailureError('api_sign_in_failed', {
      host: '–',
      reason: `no authenticator is named ${selected.slice(0, 50)}`,
    });
  return chosen;
}

async function sign(authenticator: Dict, run: Run, parts: RequestParts, known: Dict): Promise<void> {
  const templates = run.templates(authenticator, known);
  switch (textOf(own(authenticator, 'type'))) {
    case 'ApiKeyAuthenticator': {
      const option = templates.component('inject_into');
      const token = secretText(templates.text('api_token'), run);
      if (option) inject(parts, option, token, run);
      else parts.headers[templates.text('header')] = token;
      return;
    }
    case 'BearerAuthenticator':
      parts.headers.Authorization = `Bearer ${secretText(templates.text('api_token'), run)}`;
      return;
    case 'BasicHttpAuthenticator': {
      const pair = `${templates.text('username')}:${templates.text('password')}`;
      parts.headers.Authorization = `Basic ${secretText(Buffer.from(pair).toString('base64'), run)}`;
      return;
    }
    case 'OAuthAuthenticator':
      parts.headers.Authorization = `Bearer ${await session(authenticator, run, () => oauthToken(authenticator, run))}`;
      return;
    case 'SessionTokenAuthenticator':
      return bySession(authenticator, run, parts);
    case 'JwtAuthenticator': {
      const token = secretText(jwt(authenticator, run), run);
      const prefix = templates.text('header_prefix');
      const value = prefix === '' ? token : `${prefix} ${token}`;
      const option = templates.component('request_option');
      if (option) inject(parts, option, value, run);
      else parts.headers.Authorization = value;
      return;
    }
  }
}

/** Lets tokens be fetched again. */
export const forgetSession = (run: Run) => run.sessions.clear();

function secretText(text: string, run: Run): string {
  run.redactor.add(text);
  return text;
}

interface Session {
  token: string;
  validUntil: number;
}

async function session(authenticator: Dict, run: Run, fetch: () => Promise<Session>): Promise<string> {
  const known = run.sessions.get(authenticator);
  if (known && known.validUntil - EARLY_MS > Date.now()) return known.token;
  const found = await fetch();
  run.redactor.add(found.token);
  run.sessions.set(authenticator, found);
  return found.token;
}

async function oauthToken(authenticator: Dict, run: Run): Promise<Session> {
  const templates = run.templates(authenticator);
  const given = templates.text('access_token_value');
  const endpoint = templates.text('token_refresh_endpoint');
  if (endpoint === '') return { token: given, validUntil: FOREVER };
  const grant = templates.text('grant_type', 'refresh_token');
  const fields = newDict([
    [templates.text('grant_type_name', 'grant_type'), grant],
    [templates.text('client_id_name', 'client_id'), templates.text('client_id')],
    [templates.text('client_secret_name', 'client_secret'), templates.text('client_secret')],
  ]);
  const refreshToken = templates.text('refresh_token');
  if (refreshToken !== '') fields[templates.text('refresh_token_name', 'refresh_token')] = refreshToken;
  const scopes = templates.path('scopes');
  if (scopes.length > 0) fields.scope = scopes.join(' ');
  const more = templates.sent('refresh_request_body');
  if (isDict(more)) for (const [name, value] of Object.entries(more)) fields[name] = value;
  const headers = templates.texts('refresh_request_headers');
  const isBasic =
    isDict(headers) && Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  // Credentials in the header aren't repeated.
  if (isBasic)
    for (const name of ['client_id', 'client_secret']) delete fields[templates.text(`${name}_name`, name)];
  for (const name of Object.keys(fields)) if (fields[name] === '') delete fields[name];
  const json = await tokenResponse(
    endpoint,
    fields,
    { headers, asQuery: templates.flag('send_refresh_request_as_query_params') },
    run,
  );
  const token = textOf(valueAt(json, templates.text('access_token_name', 'access_token').split('.')));
  const host = new URL(endpoint).host;
  if (token === '')
    throw new FailureError('api_sign_in_failed', { host, reason: 'the response has no access token' });
  const expires = valueAt(json, templates.text('expires_in_name', 'expires_in').split('.'));
  return { token, validUntil: expiryOf(expires, textOf(own(authenticator, 'token_expiry_date_format'))) };
}

interface TokenRequest {
  headers: Value;
  asQuery: boolean;
}

async function tokenResponse(
  endpoint: string,
  fields: Dict,
  { headers, asQuery }: TokenRequest,
  run: Run,
): Promise<Value> {
  const requester = newDict([
    ['type', 'HttpRequester'],
    ['url', verbatim(endpoint)],
    ['http_method', 'POST'],
  ]);
  const parts = newParts();
  if (isDict(headers)) parts.headers = headers;
  if (asQuery) addParameters(parts, fields);
  else parts[contentType(headers).includes('json') ? 'json' : 'data'] = fields;
  try {
    const answer = await ask(requester, run, { known: newDict(), parts, purpose: 'sign_in' });
    return answer?.json ?? null;
  } catch (error) {
    throw asSignIn(error);
  }
}

const contentType = (headers: Value) =>
  isDict(headers)
    ? textOf(Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1])
    : '';

/** A text that has been evaluated must not be taken for a template. */
const verbatim = (text: string) => (/\{[{%#]/.test(text) ? `{{ ${JSON.stringify(text)} }}` : text);

function asSignIn(error: unknown): unknown {
  if (!(error instanceof FailureError)) return error;
  const { code, values } = error.failure;
  if (code !== 'api_request_refused' && code !== 'api_access_refused') return error;
  return new FailureError('api_sign_in_failed', {
    host: values.host ?? '',
    reason: `${values.status}: ${values.reason}`,
  });
}

function expiryOf(expires: Value, format: string): number {
  if (expires === undefined || expires === null) return Date.now() + NOT_STATED_MS;
  if (format !== '') return parseMoment(textOf(expires), format).milliseconds;
  const seconds = Number(textOf(expires));
  return Number.isFinite(seconds) ? Date.now() + seconds * 1000 : parseIso(textOf(expires)).milliseconds;
}

async function bySession(authenticator: Dict, run: Run, parts: RequestParts): Promise<void> {
  const templates = run.templates(authenticator);
  const token = await session(authenticator, run, async () => {
    const requester = templates.component('login_requester')!;
    let answer;
    try {
      answer = await ask(requester, run, { known: newDict(), purpose: 'sign_in' });
    } catch (error) {
      throw asSignIn(error);
    }
    const found = answer ? valueAt(answer.json, templates.path('session_token_path')) : undefined;
    if (found === undefined || found === null || !answer)
      throw new FailureError('api_sign_in_failed', {
        host: answer?.url.host ?? '–',
        reason: (answer && run.redactor.redact(reasonIn(answer))) || 'the response has no token',
      });
    const lasts = textOf(own(authenticator, 'expiration_duration'));
    const validUntil = lasts === '' ? FOREVER : Date.now() + parseSpan(lasts).milliseconds;
    return { token: textOf(found), validUntil };
  });
  const usage = templates.component('request_authentication')!;
  if (BEARERS.has(textOf(own(usage, 'type')))) parts.headers.Authorization = `Bearer ${token}`;
  else {
    const use = run.templates(usage, newDict([['session_token', token]]));
    inject(parts, use.component('inject_into')!, use.text('api_token', token), run);
  }
}

const BEARERS: ReadonlySet<string> = new Set(['Bearer', 'SessionTokenRequestBearerAuthenticator']);

/** Signs a token as RFC 7519 has it. */
function jwt(authenticator: Dict, run: Run): string {
  const templates = run.templates(authenticator);
  const algorithm = textOf(own(authenticator, 'algorithm'));
  const now = Math.floor(Date.now() / 1000);
  const duration = templates.number('token_duration') ?? 1200;
  const part = (field: string): Dict => {
    const value = templates.deep(field);
    return isDict(value) ? value : newDict();
  };
  const header = newDict([
    ...Object.entries(part('additional_jwt_headers')),
    ...Object.entries(part('jwt_headers')),
    ['alg', algorithm],
  ]);
  const payload = newDict([
    ...Object.entries(part('additional_jwt_payload')),
    ...Object.entries(part('jwt_payload')),
    ['iat', now],
    ['exp', now + duration],
    ['nbf', now],
  ]);
  const input = `${base64Url(jsonOf(header))}.${base64Url(jsonOf(payload))}`;
  try {
    return `${input}.${signed(input, algorithm, templates.text('secret_key'), { passphrase: templates.text('passphrase'), isEncoded: templates.flag('base64_encode_secret_key') })}`;
  } catch {
    // Its message may contain the key.
    throw new FailureError('api_sign_in_failed', { host: '–', reason: `the key doesn’t fit ${algorithm}` });
  }
}

const base64Url = (text: string) => Buffer.from(text).toString('base64url');

function signed(
  input: string,
  algorithm: string,
  secret: string,
  { passphrase, isEncoded }: { passphrase: string; isEncoded: boolean },
): string {
  const hash = `sha${algorithm.slice(2)}`;
  if (algorithm.startsWith('HS')) {
    const key = isEncoded ? Buffer.from(secret).toString('base64') : secret;
    return createHmac(hash, key).update(input).digest('base64url');
  }
  const key: KeyObject = createPrivateKey({
    key: secret.replaceAll('\\n', '\n'),
    ...(passphrase !== '' && { passphrase }),
  });
  if (algorithm === 'EdDSA') return signWith(null, Buffer.from(input), key).toString('base64url');
  const settings = algorithm.startsWith('PS')
    ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : { key, dsaEncoding: 'ieee-p1363' as const };
  return createSign(hash).update(input).sign(settings, 'base64url');
}
