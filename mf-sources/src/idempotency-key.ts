/** A new key for one press of a button. Not `crypto.randomUUID`: pages that come by plain HTTP don't have it. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
