import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  base64url,
  CompactEncrypt,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWTPayload,
} from 'jose';
import { GoogleBrowser } from '../../../../test-support/google-browser.ts';
import { CLIENT, SigningProvider, type Forge } from '../../../../test-support/signing-provider.ts';
import { TestApi } from '../../../../test-support/test-api.ts';

const provider = await SigningProvider.open();
const api = await TestApi.open({ environment: provider.environment });
after(async () => {
  await api.close();
  await provider.close();
});

const ann = { sub: '1001', email: 'ann@example.com', name: 'Ann Lee' };
const now = () => Math.floor(Date.now() / 1000);
const stranger = await generateKeyPair('RS256');

async function signUpWith(forge: Forge): Promise<{ page: Record<string, string>; browser: GoogleBrowser }> {
  provider.forge = forge;
  const browser = new GoogleBrowser(api);
  const page = await browser.comeBack(provider.consent(await browser.start('signup'), ann));
  return { page, browser };
}

async function entered(): Promise<object | undefined> {
  const [counts] = await api.sql(`
    select
      (select count(*)::int from users) as users,
      (select count(*)::int from sessions) as sessions,
      (select count(*)::int from user_identities) as identities,
      (select count(*)::int from google_attempts where identity is not null) as "handOffs"`);
  return counts;
}

/** Changes claims and signs them properly. */
const withClaims =
  (changes: (claims: JWTPayload) => object): Forge =>
  (claims, own) =>
    own.sign(JSON.parse(JSON.stringify({ ...claims, ...changes(claims) })) as JWTPayload);
const withHeader =
  (header: Record<string, unknown>): Forge =>
  (claims, own) =>
    own.sign(claims, header);
const altered =
  (alter: (parts: [string, string, string]) => string): Forge =>
  async (claims, own) =>
    alter((await own.sign(claims)).split('.') as [string, string, string]);
const encoded = (value: object) => base64url.encode(JSON.stringify(value));
const changed = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);

const forgeries: Record<string, Forge> = {
  'alg none': (claims) => new UnsecuredJWT(claims).encode(),
  'alg none in capitals': altered(([, payload]) => `${encoded({ alg: 'NONE', kid: 'one' })}.${payload}.`),
  'alg none with the signature left': altered(
    ([, payload, signature]) => `${encoded({ alg: 'none', kid: 'one' })}.${payload}.${signature}`,
  ),
  'no alg': altered(([, payload, signature]) => `${encoded({ kid: 'one' })}.${payload}.${signature}`),
  'HS256 with the public key as secret': async (claims, own) => {
    const key = (await importJWK(own.keys.publicKey, 'RS256', { extractable: true })) as CryptoKey;
    const secret = new TextEncoder().encode(await exportSPKI(key));
    return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret);
  },
  'HS256 with the client secret': (claims) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(CLIENT.secret.padEnd(32, '-'))),
  "ES256 with the issuer's own key": (claims, own) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'elliptic' }).sign(own.keys.ellipticKey),
  'ES256 under the ID of the other key': (claims, own) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(own.keys.ellipticKey),
  'RS512 in the header': altered(
    ([, payload, signature]) => `${encoded({ alg: 'RS512', kid: 'one' })}.${payload}.${signature}`,
  ),
  "another issuer's key": (claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(stranger.privateKey),
  'its own key in the header': async (claims) => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = await crypto.subtle.exportKey('jwk', publicKey);
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', jwk: jwk as never }).sign(privateKey);
  },
  'an unknown kid': withHeader({ kid: 'two' }),
  'a critical header': altered(([, payload, signature]) => {
    const header = { alg: 'RS256', kid: 'one', crit: ['exp'], exp: 1 };
    return `${encoded(header)}.${payload}.${signature}`;
  }),
  'a changed signature': altered(([header, payload, signature]) =>
    [header, payload, changed(signature)].join('.'),
  ),
  'a truncated signature': altered(([header, payload, signature]) =>
    [header, payload, signature.slice(0, -8)].join('.'),
  ),
  'no signature': altered(([header, payload]) => `${header}.${payload}.`),
  'two parts': altered(([header, payload]) => `${header}.${payload}`),
  'another payload under the signature': altered(([header, payload, signature]) => {
    const claims = JSON.parse(new TextDecoder().decode(base64url.decode(payload))) as JWTPayload;
    return [header, encoded({ ...claims, sub: '1002' }), signature].join('.');
  }),
  'a payload that is a list': altered(([header, , signature]) =>
    [header, encoded([1, 2]), signature].join('.'),
  ),
  'two tokens in one': altered((parts) => `${parts.join('.')}.${parts.join('.')}`),
  'two tokens in a list': async (claims, own) => [await own.sign(claims), await own.sign(claims)],
  'an encrypted token': async (claims, own) => {
    const key = await importJWK({ ...own.keys.publicKey, alg: 'RSA-OAEP-256', use: 'enc' }, 'RSA-OAEP-256');
    return new CompactEncrypt(new TextEncoder().encode(await own.sign(claims)))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })
      .encrypt(key);
  },
  'a huge token': (claims, own) => own.sign({ ...claims, filling: 'x'.repeat(300_000) }),
  'an empty token': () => '',
  'no token': () => undefined,
  'a number for a token': () => 5,

  'the issuer with a slash': withClaims(({ iss }) => ({ iss: `${iss}/` })),
  'the issuer over https': withClaims(({ iss }) => ({ iss: iss!.replace('http:', 'https:') })),
  'the issuer in capitals': withClaims(({ iss }) => ({ iss: iss!.toUpperCase() })),
  'another host as issuer': withClaims(() => ({ iss: 'https://accounts.google.com' })),
  'no issuer': withClaims(() => ({ iss: undefined })),
  'another audience': withClaims(() => ({ aud: 'other.apps.example.com', azp: undefined })),
  'ours among other audiences': withClaims(({ aud }) => ({ aud: [aud, 'other'], azp: undefined })),
  'ours among other audiences, and authorized': withClaims(({ aud }) => ({ aud: [aud, 'other'], azp: aud })),
  'an empty list of audiences': withClaims(() => ({ aud: [] })),
  'no audience': withClaims(() => ({ aud: undefined })),
  'another authorized party': withClaims(() => ({ azp: 'other.apps.example.com' })),
  'no expiry': withClaims(() => ({ exp: undefined })),
  'an expiry 61 seconds ago': withClaims(() => ({ exp: now() - 61 })),
  'an expiry as a string': withClaims(() => ({ exp: String(now() + 3600) })),
  'an issue time in the future': withClaims(() => ({ iat: now() + 120 })),
  'an issue time as a string': withClaims(() => ({ iat: 'now' })),
  'no issue time': withClaims(() => ({ iat: undefined })),
  'a start time in the future': withClaims(() => ({ nbf: now() + 120 })),
  'no nonce': withClaims(() => ({ nonce: undefined })),
  'another nonce': withClaims(() => ({ nonce: 'A'.repeat(43) })),
  'an empty nonce': withClaims(() => ({ nonce: '' })),
  'an unverified email address': withClaims(() => ({ email_verified: false })),
  'a verified email address as a string': withClaims(() => ({ email_verified: 'true' })),
  'an email address without a verification claim': withClaims(() => ({ email_verified: undefined })),
  'no email address': withClaims(() => ({ email: undefined })),
  'two email addresses': withClaims(() => ({ email: ['ann@example.com', 'bob@example.com'] })),
  'an email address with a line break': withClaims(() => ({
    email: 'ann@example.com\r\nBcc: bob@example.com',
  })),
  'an empty subject': withClaims(() => ({ sub: '' })),
  'a number for a subject': withClaims(() => ({ sub: 1001 })),
  'a subject with NUL': withClaims(() => ({ sub: '1001\0' })),
  'an overlong subject': withClaims(() => ({ sub: '1'.repeat(256) })),
  'no subject': withClaims(() => ({ sub: undefined })),
};

describe('an ID token is refused without leaving a session or row, with', () => {
  for (const [what, forge] of Object.entries(forgeries)) {
    test(what, async () => {
      const before = await entered();
      const { page, browser } = await signUpWith(forge);
      assert.ok(['failed', 'unreachable'].includes(page.error!), JSON.stringify(page));
      assert.deepEqual(await entered(), before);
      assert.equal(browser.cookie('headwater-sid'), undefined);
      assert.equal(browser.cookie('headwater-oauth'), undefined);
    });
  }
});

describe('an ID token is accepted', () => {
  const good: Record<string, Forge> = {
    'as it is signed': (claims, own) => own.sign(claims),
    'with one audience in a list': withClaims(({ aud }) => ({ aud: [aud] })),
    'without an authorized party': withClaims(() => ({ azp: undefined })),
    'within the skew of a minute': withClaims(() => ({ iat: now() + 50, nbf: now() + 50, exp: now() - 50 })),
    'with an overlong name, which is ignored': withClaims(() => ({ name: 'x'.repeat(999) })),
  };
  for (const [what, forge] of Object.entries(good)) {
    test(what, async () => {
      const { page, browser } = await signUpWith(forge);
      assert.equal(page.error, undefined);
      const response = await browser.signUp(page.code!);
      assert.equal(response.status, 201, response.text);
      assert.equal(response.body.data.attributes.name, 'Ann Lee');
    });
  }
});
