import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 1;

/** Whose secret it is: bound into it, so that a row copied elsewhere does not open. */
export type SecretOwner =
  | { readonly workspaceId: string; readonly sourceConnectionId: string; readonly field: string }
  | { readonly mail: string };

/**
 * An envelope: the text under a data key of its own, that key under the installation's (AES-256-GCM both times), so
 * that changing the installation's key rewraps keys and leaves the texts alone.
 */
export function seal(text: string, owner: SecretOwner, installationKey: Buffer): Buffer {
  const dataKey = randomBytes(KEY_BYTES);
  const wrapped = encrypt(dataKey, installationKey, owner);
  return Buffer.concat([Buffer.of(VERSION), wrapped, encrypt(Buffer.from(text), dataKey, owner)]);
}

/** Throws where the bytes were altered or belong to somebody else. */
export function unseal(sealed: Buffer, owner: SecretOwner, installationKey: Buffer): string {
  if (sealed[0] !== VERSION) throw new Error('A secret was sealed by a newer version of the product.');
  const wrappedEnd = 1 + NONCE_BYTES + TAG_BYTES + KEY_BYTES;
  const dataKey = decrypt(sealed.subarray(1, wrappedEnd), installationKey, owner);
  return decrypt(sealed.subarray(wrappedEnd), dataKey, owner).toString();
}

function boundTo(owner: SecretOwner): Buffer {
  const parts =
    'mail' in owner ? ['mail', owner.mail] : [owner.workspaceId, owner.sourceConnectionId, owner.field];
  return Buffer.from(JSON.stringify(parts));
}

function encrypt(plain: Buffer, key: Buffer, owner: SecretOwner): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(owner));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(bytes: Buffer, key: Buffer, owner: SecretOwner): Buffer {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(owner)).setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
