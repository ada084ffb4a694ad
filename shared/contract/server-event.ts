import { Type, type Static } from '@sinclair/typebox';
import { nullable, object, word } from './json-api.ts';

/** What changed, on the one event stream of a workspace; the client makes the resources it names stale. */
export const serverEvent = object({
  type: word(['source_connections', 'connection_checks', 'catalogs', 'sync_runs', 'tables']),
  id: Type.String(),
  sourceConnectionId: nullable(Type.String()),
});
export type ServerEvent = Static<typeof serverEvent>;
