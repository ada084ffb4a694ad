import type { ServerEvent } from '../contract/ground/server-event.ts';

/** What the keys of all queries of a type begin with, by which the server's events find them in a workspace. */
export const liveKey = (type: ServerEvent['type'], organizationId: string) => [type, organizationId] as const;
