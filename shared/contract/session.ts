import { Type, type Static } from '@sinclair/typebox';
import { document, nullable, object, requestBody, resource, word } from './json-api.ts';
import { ROLES } from './words.ts';

export type Role = (typeof ROLES)[number];

export const sessionAttributes = object({
  /** Goes back in X-CSRF-Token with each unsafe call. */
  csrfToken: Type.String(),
  isSuperuser: Type.Boolean(),
  email: Type.String(),
  name: Type.String(),
  organizations: Type.Array(
    object({ organizationId: Type.String(), name: Type.String(), role: word(ROLES) }),
  ),
});
export type SessionAttributes = Static<typeof sessionAttributes>;

export const sessionResource = resource('sessions', sessionAttributes);
export type SessionResource = Static<typeof sessionResource>;
/** `GET sessions` answers an anonymous visitor with `data: null`, never with 401: the 401 rule reloads the page. */
export const sessionDocument = document(nullable(sessionResource));
export const startedSessionDocument = document(sessionResource);

const credentials = object({
  email: Type.String({ maxLength: 320 }),
  password: Type.String({ maxLength: 1024 }),
});
export const emailLoginBody = requestBody('email_logins', credentials);
export type EmailLogin = Static<typeof credentials>;
export const emailSignupBody = requestBody('email_signups', credentials);
export type EmailSignup = Static<typeof credentials>;
