import { useParams } from '../routing/index.ts';
import type { WorkspaceCalendar } from '../contract/tables/calendar.ts';
import type { WorkspaceSettings } from '../contract/people/organization.ts';
import { useFormat } from '../messages/format.ts';
import { useSession } from './session.ts';

const NONE: WorkspaceSettings = { timeZone: null, currency: null, weekStart: 'monday' };

/** What applies to everyone in the workspace in the URL. */
export function useWorkspaceSettings(): WorkspaceSettings {
  const { organizationId } = useParams();
  return useSession()?.organizations.find((each) => each.organizationId === organizationId) ?? NONE;
}

export interface Calendar extends WorkspaceCalendar {
  /** In which days begin: the workspace's zone, else the one in which this user sees times. */
  zone: string;
}

/**
 * The calendar by which the workspace in the URL groups its data, the same for all of its members once an admin has
 * chosen a time zone. Single times are shown in `useFormat`'s zone, which members can choose for themselves.
 */
export function useCalendar(): Calendar {
  const { timeZone, weekStart } = useWorkspaceSettings();
  const { timeZone: own } = useFormat();
  return { timeZone, weekStart, zone: timeZone ?? own };
}
