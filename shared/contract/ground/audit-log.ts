import { Type, type Static } from '@sinclair/typebox';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES } from './audit-actions.ts';
import { collection, document, nullable, object, resource, timestamp, word } from './json-api.ts';

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** `product` did it on its own. The name is null for an account that no longer exists. */
const auditActor = object({
  kind: word(['user', 'service_account', 'product']),
  id: nullable(Type.String()),
  name: nullable(Type.String()),
});
export type AuditActor = Static<typeof auditActor>;

const auditEventAttributes = object({
  at: timestamp(),
  actor: auditActor,
  action: word(AUDIT_ACTIONS),
  outcome: word(AUDIT_OUTCOMES),
  /** What it was done to. Its name is the present one, or the last one that is known. */
  subject: nullable(object({ type: Type.String(), id: Type.String(), name: nullable(Type.String()) })),
  address: nullable(Type.String()),
  requestId: nullable(Type.String()),
  details: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
  ),
});
export type AuditEventAttributes = Static<typeof auditEventAttributes>;

export const auditEventResource = resource('audit_events', auditEventAttributes);
export type AuditEventResource = Static<typeof auditEventResource>;
export const auditEventCollection = collection(auditEventResource);

/** Whoever has done something in the workspace, and what has been done. */
const auditFacetAttributes = object({
  actors: Type.Array(auditActor),
  actions: Type.Array(word(AUDIT_ACTIONS)),
});
export type AuditFacetAttributes = Static<typeof auditFacetAttributes>;
export const auditFacetDocument = document(resource('audit_facets', auditFacetAttributes));
