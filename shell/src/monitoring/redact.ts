/** Attributes that say what people see: Sentry names an element `button[aria-label="Delete Finch Outdoor"]`. */
const SPOKEN = /\[(?:aria-label|title|alt|name)=".*?"\]/g;
/** What stands behind an address: a search that somebody typed, the code that a mailed link is good for. */
const QUERY = /((?:^|\S*\/)[^\s?#"']*)[?#][^\s"']*/g;
/** The one address of the API with a secret in its path. */
const INVITATION = /\b(invitations\/)[^\s/?#"']+/g;

/** The same value, and in all texts within it no words that people saw, typed, or were sent. */
export function redact<T>(value: T): T {
  if (typeof value === 'string')
    return value.replace(SPOKEN, '').replace(QUERY, '$1').replace(INVITATION, '$1…') as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(redact) as T;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redact(inner)])) as T;
}
