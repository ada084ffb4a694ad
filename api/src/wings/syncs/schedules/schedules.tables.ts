import type { Generated, JSONColumnType } from 'kysely';
import type { QuietHours, ScheduleChoices } from '@headwater/shared/contract';
import type { NullableJson } from '../../../platform/database/tables.ts';

export interface ScheduleTable {
  workspace_id: string;
  source_connection_id: string;
  kind: ScheduleChoices['kind'];
  /** The part of the choices that belongs to the kind. */
  rule: JSONColumnType<object>;
  zone: string;
  /** The truth about the next run. Null if nothing is planned. */
  next_run_at: Date | null;
  /** When the next run was planned. */
  planned_at: Generated<Date>;
  quiet_hours: NullableJson<QuietHours>;
  overlap: ScheduleChoices['overlap'];
  freshness_target_minutes: number | null;
  /** Since when the connection misses its freshness target. Null while it is on time. */
  late_since: Date | null;
  after_connection_id: string | null;
  version: Generated<number>;
  updated_at: Generated<Date>;
}

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    connection_schedules: ScheduleTable;
  }
}
