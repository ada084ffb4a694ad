import { Type, type Static } from '@sinclair/typebox';
import {
  collection,
  document,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import { ROLES, WEEK_STARTS } from '../ground/words.ts';

/** What applies to everyone in a workspace. */
const settings = {
  /** The time zone in which reports, charts, and new schedules begin their days. Null for each member's own. */
  timeZone: nullable(Type.String()),
  /** The code of the currency that templates count amounts in first, such as EUR. Null for the most frequent one. */
  currency: nullable(Type.String()),
  weekStart: word(WEEK_STARTS),
};
export const workspaceSettings = object(settings);
export type WorkspaceSettings = Static<typeof workspaceSettings>;

export const organizationAttributes = object({
  name: Type.String(),
  role: word(ROLES),
  createdAt: timestamp(),
  ...settings,
});
export type OrganizationAttributes = Static<typeof organizationAttributes>;
export const organizationResource = resource('organizations', organizationAttributes);
export type OrganizationResource = Static<typeof organizationResource>;
export const organizationDocument = document(organizationResource);
export const organizationCollection = collection(organizationResource);

export const deletedOrganizationAttributes = object({
  name: Type.String(),
  /** The name of whoever deleted it. */
  deletedBy: nullable(Type.String()),
  deletedAt: timestamp(),
  /** Then it is deleted for good. */
  restorableUntil: timestamp(),
});
export type DeletedOrganizationAttributes = Static<typeof deletedOrganizationAttributes>;
const deletedOrganization = resource('deleted_organizations', deletedOrganizationAttributes);
export type DeletedOrganizationResource = Static<typeof deletedOrganization>;
export const deletedOrganizationCollection = collection(deletedOrganization);
export const organizationRestorationBody = requestBody('organization_restorations', object({}));

const workspaceChange = object({
  timeZone: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
  currency: Type.Optional(nullable(Type.String({ pattern: '^[A-Z]{3}$' }))),
  weekStart: Type.Optional(settings.weekStart),
});
export type WorkspaceChange = Static<typeof workspaceChange>;
export const workspaceChangeBody = requestBody('organizations', workspaceChange);

/** Exactly this, as the specification has it. The creator's time zone travels in the `Time-Zone` header. */
const newOrganization = object({ name: Type.String({ maxLength: 200 }) });
export type NewOrganization = Static<typeof newOrganization>;
export const newOrganizationBody = requestBody('organizations', newOrganization);

/** An analytics event: something a user did on a screen. The names are listed in the API's events module. */
const newEvent = object({
  name: Type.String({ maxLength: 100 }),
  organization_id: Type.Optional(nullable(Type.String())),
});
export type NewEvent = Static<typeof newEvent>;
export const newEventBody = requestBody('events', newEvent);
