/**
 * What needs no schema, for processes that start for a single piece of work: loading the schemas would take most of
 * their start. Everything here is also in `contract`.
 */
export * from './file-pattern.ts';
export * from './file-table-name.ts';
export * from './web-addresses.ts';
export * from './words.ts';
