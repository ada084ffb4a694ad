import type { Table } from '../../../platform/database/tables.ts';
import type { WithTransitions } from '../../../platform/database/transitions.ts';
import type { AlertReason, AlertRule, AlertState } from '@headwater/shared/contract';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    report_alerts: WithTransitions<
      Table<'report_alerts', { rule: AlertRule; state: AlertState; reason: AlertReason }>
    >;
    report_alert_events: Table<'report_alert_events', { state: AlertState; reason: AlertReason }>;
  }
}
