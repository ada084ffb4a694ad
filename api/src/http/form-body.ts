/** RFC 8058 lets mail providers choose between the two. */
export const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Returns the texts of a form. A body that isn't one has none, for which the route's schema then refuses it. */
export async function parseFormBody(bytes: Buffer, type: string): Promise<Record<string, string>> {
  const response = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
  const form = await response.formData().catch(() => new FormData());
  return Object.fromEntries(
    [...form].filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}
