import type { ReportTemplate } from '../template.ts';
import { marketingReturn } from './marketing-return.ts';
import { revenueOverview } from './revenue-overview.ts';
import { salesPipeline } from './sales-pipeline.ts';

/** All report templates, in the gallery's order. */
export const TEMPLATES: readonly ReportTemplate[] = [revenueOverview, salesPipeline, marketingReturn];
