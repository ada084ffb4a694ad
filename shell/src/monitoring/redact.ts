/** Attributes with what people see: Sentry names an element `button[aria-label="Delete Finch Outdoor"]`. */
const SPOKEN = /\[(?:aria-label|title|alt|name)=".*?"\]/g;
/** The query and hash of a URL: a search that someone typed, or the code of an emailed link. */
const QUERY = /((?:^|\S*\/)[^\s?#"']*)[?#][^\s"']*/g;
/** The only URL of the API with a secret in its path. */
const INVITATION = /\b(invitations\/)[^\s/?#"']+/g;

/** Returns the same value, without words that people saw, typed, or were sent in any text within it. */
export function redact<T>(value: T): T {
  if (typeof value === 'string')
    return value.replace(SPOKEN, '').replace(QUERY, '$1').replace(INVITATION, '$1…') as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(redact) as T;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redact(inner)])) as T;
}
