/**
 * Report templates: what they need from a table, which columns have it, and the report that they make of it. No React and
 * no browser, so that the API makes the same reports.
 */
export { chosenIn, contentOf, rangeOf, usualValues, type ChosenValues, type Mapping } from './content-of.ts';
export { TEMPLATES } from './library/index.ts';
export { VERSIONS as TEMPLATE_VERSIONS } from './library/versions.ts';
export { customerRetention } from './library/customer-retention.ts';
export { dataOperations } from './library/data-operations.ts';
export { revenueOverview } from './library/revenue-overview.ts';
export {
  columnsFor,
  matchRoles,
  rankTables,
  readinessOf,
  SURE,
  type Match,
  type MatchedTable,
  type Readiness,
} from './match.ts';
export {
  templateOf,
  type BoundColumns,
  type OrderedValues,
  type ReportTemplate,
  type RoleKind,
  type TemplateFilter,
  type TemplatePeriod,
  type TemplateRole,
} from './template.ts';
export { formerColumns, formerOrder, formerTable, updateOf, type TemplateUpdate } from './update-of.ts';
