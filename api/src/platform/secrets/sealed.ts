import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 1;

/** The owner of a secret. It is bound into the secret, so that a row copied elsewhere does not open. */
export type SecretOwner =
  | { readonly workspaceId: string; readonly sourceConnectionId: string; readonly field: string }
  | { readonly workspaceId: string; readonly notificationChannelId: string }
  | { readonly mail: string }
  | { readonly workspaceId: string; readonly principalId: string; readonly table: string };

/**
 * Seals a text in an envelope: the text under its own data key, and that key under the
 * installation's (AES-256-GCM both times). Changing the installation's key only rewraps the data
 * keys and leaves the texts unchanged.
 */
export function seal(text: string, owner: SecretOwner, installationKey: Buffer): Buffer {
  const dataKey = randomBytes(KEY_BYTES);
  const wrapped = encrypt(dataKey, installationKey, owner);
  return Buffer.concat([Buffer.of(VERSION), wrapped, encrypt(Buffer.from(text), dataKey, owner)]);
}

/** Throws if the bytes were altered or belong to another owner. */
export function unseal(sealed: Buffer, owner: SecretOwner, installationKey: Buffer): string {
  if (sealed[0] !== VERSION) throw new Error('A secret was sealed by a newer version of the product.');
  const wrappedEnd = 1 + NONCE_BYTES + TAG_BYTES + KEY_BYTES;
  const dataKey = decrypt(sealed.subarray(1, wrappedEnd), installationKey, owner);
  return decrypt(sealed.subarray(wrappedEnd), dataKey, owner).toString();
}

function boundTo(owner: SecretOwner): Buffer {
  return Buffer.from(JSON.stringify(partsOf(owner)));
}

function partsOf(owner: SecretOwner): string[] {
  if ('mail' in owner) return ['mail', owner.mail];
  if ('principalId' in owner) return ['cursor', owner.workspaceId, owner.principalId, owner.table];
  if ('notificationChannelId' in owner) return [owner.workspaceId, owner.notificationChannelId];
  return [owner.workspaceId, owner.sourceConnectionId, owner.field];
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
