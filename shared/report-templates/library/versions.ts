/** The version of each template by its slug, apart from the templates, because pages of reports need nothing else. */
export const VERSIONS = {
  'conversion-funnel': 1,
  'customer-retention': 1,
  'customer-value': 2,
  'data-operations': 2,
  'marketing-return': 2,
  'recurring-revenue': 2,
  'revenue-overview': 2,
  'sales-pipeline': 2,
} as const satisfies Readonly<Record<string, number>>;
