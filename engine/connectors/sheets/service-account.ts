import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { FailureError } from '@headwater/base/failures/failure';

/** What a service account signs with. */
export interface ServiceAccount {
  email: string;
  keyId: string;
  key: KeyObject;
}

const SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';
/** Whom Google expects an assertion to be for, wherever it is sent. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';
const VALID_SECONDS = 3_600;

/** Reads the JSON file of a key. Of its addresses none is used: they would decide where the key's holder signs in. */
export function readKey(text: string): ServiceAccount {
  try {
    const { type, client_email, private_key, private_key_id } = JSON.parse(text) as Record<string, unknown>;
    if (type !== 'service_account' || !isEmail(client_email)) throw new TypeError('not a service account');
    const key = createPrivateKey(String(private_key));
    if (key.asymmetricKeyType !== 'rsa') throw new TypeError('not an RSA key');
    return { email: client_email, keyId: String(private_key_id ?? ''), key };
  } catch {
    // The error's own message can have parts of the key.
    throw new FailureError('google_key_invalid');
  }
}

const isEmail = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\s@]{1,200}@[^\s@]{1,200}$/.test(value);

/** Returns the signed assertion that a token is given for. */
export function assertionOf({ email, keyId, key }: ServiceAccount, now: number): string {
  const issuedAt = Math.floor(now / 1_000);
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId !== '' && { kid: keyId }) };
  const claims = { iss: email, scope: SCOPE, aud: AUDIENCE, iat: issuedAt, exp: issuedAt + VALID_SECONDS };
  const input = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}
