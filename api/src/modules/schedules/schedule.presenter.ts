import type { ScheduleResource } from '@headwater/shared/contract';
import { choicesOf, UNSAVED, type ScheduleRow } from './schedules.repository.ts';

/** Presents a connection's schedule under the connection's ID. Without a saved one, runs start only by hand. */
export function presentSchedule(sourceConnectionId: string, row: ScheduleRow | undefined): ScheduleResource {
  return {
    type: 'schedules',
    id: sourceConnectionId,
    attributes: {
      ...(row ? choicesOf(row) : UNSAVED),
      nextRunAt: row?.next_run_at?.toISOString() ?? null,
      version: row?.version ?? 0,
    },
  };
}
