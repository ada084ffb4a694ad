import { Type, type Static } from '@sinclair/typebox';
import { collection, nullable, object, resource, timestamp, word } from '../ground/json-api.ts';
import { ROLES } from '../ground/words.ts';

export const superuserOrganizationAttributes = object({
  name: Type.String(),
  createdAt: timestamp(),
  members: Type.Integer(),
  connections: Type.Integer(),
  failingConnections: Type.Integer(),
  rows: Type.Integer(),
  bytes: Type.Integer(),
  lastActivityAt: nullable(timestamp()),
  /** Since when it is deleted, if it can still be brought back. */
  deletedAt: nullable(timestamp()),
});
export type SuperuserOrganizationAttributes = Static<typeof superuserOrganizationAttributes>;
export const superuserOrganizationCollection = collection(
  resource('organizations', superuserOrganizationAttributes),
);

export const superuserUserAttributes = object({
  email: Type.String(),
  name: Type.String(),
  isSuperuser: Type.Boolean(),
  createdAt: timestamp(),
  lastSignInAt: nullable(timestamp()),
  sessions: Type.Integer(),
  organizations: Type.Array(
    object({ organizationId: Type.String(), name: Type.String(), role: word(ROLES) }),
  ),
});
export type SuperuserUserAttributes = Static<typeof superuserUserAttributes>;
export const superuserUserCollection = collection(resource('users', superuserUserAttributes));
