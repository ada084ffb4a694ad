/**
 * What needs no schema, for processes that start for a single piece of work: loading the schemas would take most of
 * their start. Everything here is also in `contract`.
 */
export * from './ground/csv-row.ts';
export * from './connections/connection-limits.ts';
export * from './connections/file-pattern.ts';
export * from './connections/file-table-name.ts';
export * from './tools/json-flattener.rules.ts';
export * from './ground/formula.ts';
export * from './ground/language.ts';
export * from './tables/measure-name.ts';
export * from './ground/own-value.ts';
export * from './tables/query-columns.rules.ts';
export * from './tables/query-limits.ts';
export * from './tables/query-shape.rules.ts';
export * from './tables/query.rules.ts';
export * from './tables/row-file.ts';
export * from './connections/sheet-choice.ts';
export * from './tables/table-description-limits.ts';
export * from './ground/unseen.ts';
export * from './ground/web-addresses.ts';
export * from './ground/words.ts';
