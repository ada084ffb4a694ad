import type { ColumnType, Generated } from 'kysely';
import type {
  ReportDeliveryFault,
  ReportDeliveryState,
  SubscriptionSchedule,
} from '@headwater/shared/contract';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    report_subscriptions: {
      workspace_id: string;
      id: string;
      report_id: string;
      owner_id: string | null;
      /** A user's name at that time. */
      owner_name: string;
      schedule: ColumnType<SubscriptionSchedule | null, string | null, string | null>;
      zone: string;
      filters: string;
      only_fresh: boolean;
      skip_empty: boolean;
      skip_unchanged: boolean;
      attach_pdf: boolean;
      paused_by: string | null;
      paused_at: Date | null;
      next_at: Date | null;
      seen: ColumnType<Record<string, number | null>, string, string>;
      created_at: Generated<Date>;
      version: Generated<number>;
    };
    report_recipients: { workspace_id: string; subscription_id: string; user_id: string };
    report_deliveries: {
      workspace_id: string;
      id: string;
      subscription_id: string;
      occurrence: string;
      cause: 'schedule' | 'sync';
      state: ReportDeliveryState;
      fault: ReportDeliveryFault | null;
      created_at: Generated<Date>;
      due_at: Date | null;
      wait_until: Date;
      attempts: Generated<number>;
      ended_at: Date | null;
      pins: string | null;
    };
    report_mails: { workspace_id: string; delivery_id: string; user_id: string; is_refused: boolean };
  }
}
