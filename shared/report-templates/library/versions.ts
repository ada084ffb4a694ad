/** The version of each template by its slug, apart from the templates, because pages of reports need nothing else. */
export const VERSIONS = {
  'conversion-funnel': 2,
  'customer-retention': 2,
  'customer-value': 3,
  'data-operations': 2,
  'marketing-return': 3,
  'recurring-revenue': 3,
  'revenue-overview': 3,
  'sales-pipeline': 3,
} as const satisfies Readonly<Record<string, number>>;
