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
} from './json-api.ts';
import { ROLES } from './words.ts';

export const organizationAttributes = object({
  name: Type.String(),
  role: word(ROLES),
  createdAt: timestamp(),
});
export type OrganizationAttributes = Static<typeof organizationAttributes>;
export const organizationResource = resource('organizations', organizationAttributes);
export type OrganizationResource = Static<typeof organizationResource>;
export const organizationDocument = document(organizationResource);
export const organizationCollection = collection(organizationResource);

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
