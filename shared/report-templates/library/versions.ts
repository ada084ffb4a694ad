/** The version of each template by its slug, apart from the templates, because pages of reports need nothing else. */
export const VERSIONS = {
  'conversion-funnel': 1,
  'customer-retention': 1,
  'customer-value': 1,
  'data-operations': 1,
  'marketing-return': 1,
  'recurring-revenue': 1,
  'revenue-overview': 1,
  'sales-pipeline': 1,
} as const satisfies Readonly<Record<string, number>>;
