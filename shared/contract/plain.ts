/**
 * What needs no schema, for processes that start for a single piece of work: loading the schemas would take most of
 * their start. Everything here is also in `contract`.
 */
export * from './csv-row.ts';
export * from './file-pattern.ts';
export * from './file-table-name.ts';
export * from './flatten.rules.ts';
export * from './formula.ts';
export * from './language.ts';
export * from './measure-name.ts';
export * from './own-value.ts';
export * from './query-columns.rules.ts';
export * from './query-limits.ts';
export * from './query-shape.rules.ts';
export * from './query.rules.ts';
export * from './row-file.ts';
export * from './sheet-choice.ts';
export * from './table-description-limits.ts';
export * from './unseen.ts';
export * from './web-addresses.ts';
export * from './words.ts';
