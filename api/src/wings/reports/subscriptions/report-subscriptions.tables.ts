import type { Table } from '../../../platform/database/tables.ts';
import type { WithTransitions } from '../../../platform/database/transitions.ts';
import type {
  ReportDeliveryFault,
  ReportDeliveryState,
  SubscriptionSchedule,
} from '@headwater/shared/contract';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    report_subscriptions: Table<
      'report_subscriptions',
      { schedule: SubscriptionSchedule; seen: Record<string, number | null> }
    >;
    report_recipients: Table<'report_recipients'>;
    report_deliveries: WithTransitions<
      Table<'report_deliveries', { state: ReportDeliveryState; fault: ReportDeliveryFault }>
    >;
    report_mails: Table<'report_mails'>;
  }
}
