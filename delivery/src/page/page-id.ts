import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 8;
const MAC_BYTES = 16;

/** 16 hex digits, and 32 more if it is signed. */
export const PAGE_ID = `^[0-9a-f]{${2 * ID_BYTES}}(?:[0-9a-f]{${2 * MAC_BYTES}})?$`;

/**
 * Returns a random ID, which groups reported failures by page. Signed, it also proves that we created the
 * page, and of which composition.
 */
export function newPageId(key: Buffer | undefined, composition: string): string {
  const id = randomBytes(ID_BYTES).toString('hex');
  return key ? id + macOf(key, id, composition).toString('hex') : id;
}

/** Returns whether we created a page with this ID from this composition. */
export function isOurPage(key: Buffer, page: string, composition: string): boolean {
  const id = page.slice(0, 2 * ID_BYTES);
  const mac = Buffer.from(page.slice(2 * ID_BYTES), 'hex');
  return mac.length === MAC_BYTES && timingSafeEqual(mac, macOf(key, id, composition));
}

const macOf = (key: Buffer, id: string, composition: string) =>
  createHmac('sha256', key).update(`page:${id}:${composition}`).digest().subarray(0, MAC_BYTES);
