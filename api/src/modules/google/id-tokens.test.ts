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
import { GoogleBrowser } from '../../../test-support/google-browser.ts';
import { CLIENT, SigningProvider, type Forge } from '../../../test-support/signing-provider.ts';
import { TestApi } from '../../../test-support/test-api.ts';

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

/** An honest signature over claims that differ. */
const saying =
  (changes: (claims: JWTPayload) => object): Forge =>
  (claims, own) =>
    own.sign(JSON.parse(JSON.stringify({ ...claims, ...changes(claims) })) as JWTPayload);
const headed =
  (header: Record<string, unknown>): Forge =>
  (claims, own) =>
    own.sign(claims, header);
const altered =
  (alter: (parts: [string, string, string]) => string): Forge =>
  async (claims, own) =>
    alter((await own.sign(claims)).split('.') as [string, string, string]);
const encoded = (value: object) => base64url.encode(JSON.stringify(value));
const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);

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
  "ES256 of the issuer's own key": (claims, own) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'elliptic' }).sign(own.keys.ellipticKey),
  'ES256 in the name of the other key': (claims, own) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(own.keys.ellipticKey),
  'RS512 in the header': altered(
    ([, payload, signature]) => `${encoded({ alg: 'RS512', kid: 'one' })}.${payload}.${signature}`,
  ),
  "another issuer's key": (claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(stranger.privateKey),
  'a key of its own in the header': async (claims) => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = await crypto.subtle.exportKey('jwk', publicKey);
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', jwk: jwk as never }).sign(privateKey);
  },
  'a kid that nobody knows': headed({ kid: 'two' }),
  'a critical header': altered(([, payload, signature]) => {
    const header = { alg: 'RS256', kid: 'one', crit: ['exp'], exp: 1 };
    return `${encoded(header)}.${payload}.${signature}`;
  }),
  'a flipped signature': altered(([header, payload, signature]) =>
    [header, payload, flipped(signature)].join('.'),
  ),
  'a signature cut short': altered(([header, payload, signature]) =>
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

  'the issuer with a slash': saying(({ iss }) => ({ iss: `${iss}/` })),
  'the issuer over https': saying(({ iss }) => ({ iss: iss!.replace('http:', 'https:') })),
  'the issuer in capitals': saying(({ iss }) => ({ iss: iss!.toUpperCase() })),
  'another host as issuer': saying(() => ({ iss: 'https://accounts.google.com' })),
  'no issuer': saying(() => ({ iss: undefined })),
  'another audience': saying(() => ({ aud: 'other.apps.example.com', azp: undefined })),
  'ours among other audiences': saying(({ aud }) => ({ aud: [aud, 'other'], azp: undefined })),
  'ours among other audiences, and authorized': saying(({ aud }) => ({ aud: [aud, 'other'], azp: aud })),
  'an empty list of audiences': saying(() => ({ aud: [] })),
  'no audience': saying(() => ({ aud: undefined })),
  'another authorized party': saying(() => ({ azp: 'other.apps.example.com' })),
  'no expiry': saying(() => ({ exp: undefined })),
  'an expiry 61 seconds ago': saying(() => ({ exp: now() - 61 })),
  'an expiry as text': saying(() => ({ exp: String(now() + 3600) })),
  'an issue in the future': saying(() => ({ iat: now() + 120 })),
  'an issue as text': saying(() => ({ iat: 'now' })),
  'no issue': saying(() => ({ iat: undefined })),
  'a beginning in the future': saying(() => ({ nbf: now() + 120 })),
  'no nonce': saying(() => ({ nonce: undefined })),
  'another nonce': saying(() => ({ nonce: 'A'.repeat(43) })),
  'an empty nonce': saying(() => ({ nonce: '' })),
  'an unverified address': saying(() => ({ email_verified: false })),
  'a verified address, in words': saying(() => ({ email_verified: 'true' })),
  'an address of which nothing is said': saying(() => ({ email_verified: undefined })),
  'no address': saying(() => ({ email: undefined })),
  'two addresses': saying(() => ({ email: ['ann@example.com', 'bob@example.com'] })),
  'an address with a line break': saying(() => ({ email: 'ann@example.com\r\nBcc: bob@example.com' })),
  'an empty subject': saying(() => ({ sub: '' })),
  'a number for a subject': saying(() => ({ sub: 1001 })),
  'a subject with NUL': saying(() => ({ sub: '1001\0' })),
  'an endless subject': saying(() => ({ sub: '1'.repeat(256) })),
  'no subject': saying(() => ({ sub: undefined })),
};

describe('an id token is refused, and leaves no session and no row, with', () => {
  for (const [what, forge] of Object.entries(forgeries)) {
    test(what, async () => {
      const before = await entered();
      const { page, browser } = await signUpWith(forge);
      assert.ok(['failed', 'unreachable'].includes(page.error!), JSON.stringify(page));
      assert.deepEqual(await entered(), before);
      assert.equal(browser.cookie('__Host-sid'), undefined);
      assert.equal(browser.cookie('__Host-oauth'), undefined);
    });
  }
});

describe('an id token is taken', () => {
  const good: Record<string, Forge> = {
    'as it is signed': (claims, own) => own.sign(claims),
    'with one audience in a list': saying(({ aud }) => ({ aud: [aud] })),
    'without an authorized party': saying(() => ({ azp: undefined })),
    'within the skew of a minute': saying(() => ({ iat: now() + 50, nbf: now() + 50, exp: now() - 50 })),
    'with a name that nobody could bear, which it does not take': saying(() => ({ name: 'x'.repeat(999) })),
  };
  for (const [what, forge] of Object.entries(good)) {
    test(what, async () => {
      const { page, browser } = await signUpWith(forge);
      assert.equal(page.error, undefined);
      const answer = await browser.signUp(page.code!);
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.body.data.attributes.name, 'Ann Lee');
    });
  }
});
