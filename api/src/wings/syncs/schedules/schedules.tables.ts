import type { QuietHours } from '@headwater/shared/contract';
import type { Table } from '../../../platform/database/tables.ts';

export type ScheduleTable = Table<'connection_schedules', { rule: object; quiet_hours: QuietHours }>;

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    connection_schedules: ScheduleTable;
  }
}
