import type { ScheduleResource } from '@headwater/shared/contract';
import type { SourceConnectionRow } from '../../connections/source-connections/index.ts';
import { choicesOf, UNSAVED, type ScheduleRow } from './schedules.repository.ts';

/**
 * Presents a connection's schedule under the connection's ID. Without a saved one, runs start only by hand; a paused
 * connection has no next run, whatever was planned.
 */
export function presentSchedule(
  { id, lifecycle }: Pick<SourceConnectionRow, 'id' | 'lifecycle'>,
  row: ScheduleRow | undefined,
): ScheduleResource {
  const nextRunAt = lifecycle === 'active' ? row?.next_run_at : null;
  return {
    type: 'schedules',
    id,
    attributes: {
      ...(row ? choicesOf(row) : UNSAVED),
      nextRunAt: nextRunAt?.toISOString() ?? null,
      version: row?.version ?? 0,
    },
  };
}
