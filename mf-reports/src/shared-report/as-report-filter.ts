import type { ReportFilter, SharedFilter } from '@headwater/shared/contract';

/** What a viewer sees first is the default here. */
export const asReportFilter = ({ id, label, value }: SharedFilter): ReportFilter => ({
  ...{ id, label, bind: [], default: value },
});
