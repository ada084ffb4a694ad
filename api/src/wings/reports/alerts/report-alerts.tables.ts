import type { ColumnType, Generated } from 'kysely';
import type { AlertReason, AlertRule, AlertState } from '@headwater/shared/contract';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    report_alerts: {
      workspace_id: string;
      id: string;
      report_id: string;
      card_id: string;
      owner_id: string | null;
      /** A user's name at that time. */
      owner_name: string;
      measure: string;
      rule: ColumnType<AlertRule, string, string>;
      filters: string;
      paused_at: Date | null;
      state: Generated<AlertState>;
      reason: AlertReason | null;
      value: string | null;
      holds: Generated<number>;
      pin: string | null;
      was_triggered: Generated<boolean>;
      told_at: Date | null;
      looked_at: Date | null;
      due_at: Generated<Date | null>;
      created_at: Generated<Date>;
      version: Generated<number>;
    };
    report_alert_events: {
      workspace_id: string;
      id: string;
      alert_id: string;
      state: AlertState;
      reason: AlertReason | null;
      value: string | null;
      was_told: boolean;
      at: Generated<Date>;
    };
  }
}
