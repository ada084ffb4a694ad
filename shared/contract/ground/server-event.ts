import { Type, type Static } from '@sinclair/typebox';
import { nullable, object, word } from './json-api.ts';

/** A change, as sent on a workspace's event stream; the client invalidates the resources it names. */
export const serverEvent = object({
  type: word([
    'source_connections',
    'connection_checks',
    'catalogs',
    'members',
    'organizations',
    'notification_channels',
    'reports',
    'saved_queries',
    'schedules',
    'schema_changes',
    'service_accounts',
    'sync_runs',
    'tables',
    'tool_runs',
  ]),
  id: Type.String(),
  sourceConnectionId: nullable(Type.String()),
});
export type ServerEvent = Static<typeof serverEvent>;
