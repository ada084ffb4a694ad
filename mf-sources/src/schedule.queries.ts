import { api } from '@headwater/shared/api';
import type { ScheduleChoices, SchedulePreviewResource, ScheduleResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { keepPreviousData, queryOptions } from '@headwater/shared/query';
import type { SourceConnection } from './source.queries.ts';

export type Schedule = Flat<ScheduleResource>;
export type SchedulePreview = Flat<SchedulePreviewResource>;

const MINUTE_MS = 60_000;
const base = (organizationId: string, sourceConnectionId: string) =>
  `organizations/${organizationId}/source-connections/${sourceConnectionId}`;

/** The queries of a connection's schedule: what is saved, and what some choices would mean. */
export const scheduleQueries = {
  one: (organizationId: string, sourceConnectionId: string) =>
    queryOptions({
      queryKey: ['schedules', organizationId, sourceConnectionId],
      queryFn: ({ signal }) =>
        api.get<Schedule>(`${base(organizationId, sourceConnectionId)}/schedule`, { signal }),
    }),
  preview: (organizationId: string, sourceConnectionId: string, attributes: ScheduleChoices) =>
    queryOptions({
      queryKey: ['schedule_previews', organizationId, sourceConnectionId, attributes],
      queryFn: ({ signal }) =>
        api.post<SchedulePreview>(
          `${base(organizationId, sourceConnectionId)}/schedule-previews`,
          { type: 'schedule_previews', attributes },
          { signal },
        ),
      // The next runs move on with the clock.
      refetchInterval: MINUTE_MS,
      staleTime: MINUTE_MS,
      placeholderData: keepPreviousData,
    }),
};

/** Saves a connection's schedule. Rejected with 412 if it has changed since `version`; 0 if none was saved. */
export const saveSchedule = (
  organizationId: string,
  sourceConnectionId: string,
  version: number,
  attributes: ScheduleChoices,
) =>
  api.patch<Schedule>(
    `${base(organizationId, sourceConnectionId)}/schedule`,
    { type: 'schedules', attributes },
    { headers: { 'if-match': String(version) } },
  );

/** Pauses a connection: its schedule starts no runs until it is resumed. */
export const pauseSource = (organizationId: string, id: string) =>
  api.post<SourceConnection>(`${base(organizationId, id)}/pauses`, { type: 'pauses', attributes: {} });

export const resumeSource = (organizationId: string, id: string) =>
  api.post<SourceConnection>(`${base(organizationId, id)}/resumptions`, {
    type: 'resumptions',
    attributes: {},
  });
