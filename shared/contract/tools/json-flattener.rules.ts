/** The most paths that become columns, and columns that are kept beside them. */
export const FLATTENED_FIELDS_MAX = 200;
export const KEPT_COLUMNS_MAX = 200;

/** How deep a path goes, and how long a key is. */
export const JSON_PATH_MAX = 12;
export const JSON_KEY_MAX = 200;

/** What the values of a path become. */
export const FLATTENED_TYPES = ['text', 'integer', 'number', 'boolean', 'date', 'timestamp', 'json'] as const;

/** What a value can be in JSON, with texts that are dates or times apart. */
export const JSON_TYPES = [
  'object',
  'array',
  'text',
  'date',
  'timestamp',
  'integer',
  'number',
  'boolean',
  'null',
] as const;
