import type { ReportTemplate } from '../template.ts';
import { conversionFunnel } from './conversion-funnel.ts';
import { customerRetention } from './customer-retention.ts';
import { customerValue } from './customer-value.ts';
import { dataOperations } from './data-operations.ts';
import { marketingReturn } from './marketing-return.ts';
import { recurringRevenue } from './recurring-revenue.ts';
import { revenueOverview } from './revenue-overview.ts';
import { salesPipeline } from './sales-pipeline.ts';

/** All report templates, in the gallery's order. */
export const TEMPLATES: readonly ReportTemplate[] = [
  revenueOverview,
  customerRetention,
  customerValue,
  recurringRevenue,
  conversionFunnel,
  salesPipeline,
  marketingReturn,
  dataOperations,
];
