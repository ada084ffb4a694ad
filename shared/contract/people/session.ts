import { Type, type Static } from '@sinclair/typebox';
import { document, nullable, object, requestBody, resource, timestamp, word } from '../ground/json-api.ts';
import { workspaceSettings } from './organization.ts';
import { LANGUAGES, ROLES, THEMES } from '../ground/words.ts';

export type Role = (typeof ROLES)[number];

export const sessionAttributes = object({
  /** Sent back as X-CSRF-Token with each unsafe request. */
  csrfToken: Type.String(),
  isSuperuser: Type.Boolean(),
  email: Type.String(),
  name: Type.String(),
  /** Chosen in the user's profile; null if the browser's setting applies. */
  language: nullable(word(LANGUAGES)),
  theme: nullable(word(THEMES)),
  timeZone: nullable(Type.String()),
  /** When a demo account and its workspace are deleted; null for a permanent account. */
  demoEndsAt: nullable(timestamp()),
  organizations: Type.Array(
    object({
      organizationId: Type.String(),
      name: Type.String(),
      role: word(ROLES),
      ...workspaceSettings.properties,
    }),
  ),
});
export type SessionAttributes = Static<typeof sessionAttributes>;

export const sessionResource = resource('sessions', sessionAttributes);
export type SessionResource = Static<typeof sessionResource>;
/**
 * For an anonymous visitor, `GET sessions` returns `data: null` and never a 401, since a 401 reloads the page.
 * A sign-up whose email address has to be confirmed first also returns `data: null`.
 */
export const sessionDocument = document(nullable(sessionResource));
export const startedSessionDocument = document(sessionResource);

const email = Type.String({ maxLength: 320 });
const password = Type.String({ maxLength: 1024 });
/** A short-lived, single-use code from a link or a provider. */
export const oneTimeCode = Type.String({ maxLength: 200 });

const credentials = object({ email, password });
export const emailLoginBody = requestBody('email_logins', credentials);
export type EmailLogin = Static<typeof credentials>;

/** Asks people who are already signed in for their password again, as the superuser area requires. */
const reauthentication = object({ password });
export const reauthenticationBody = requestBody('reauthentications', reauthentication);

/** `invitation` is the code of the link by which the email address was invited. */
const signup = object({ email, password, invitation: Type.Optional(oneTimeCode) });
export const emailSignupBody = requestBody('email_signups', signup);
export type EmailSignup = Static<typeof signup>;

/** The hand-off code that the API's callback passed to the popup; never the provider's own code. */
const handOff = object({ token: oneTimeCode });
export const googleLoginBody = requestBody('google_logins', handOff);
/** `invitation` as in a sign-up with a password. */
export const googleSignupBody = requestBody(
  'google_signups',
  object({ token: oneTimeCode, invitation: Type.Optional(oneTimeCode) }),
);

/** Empty if the demo is open to everyone. */
const demoLogin = object({ code: oneTimeCode });
export const demoLoginBody = requestBody('demo_logins', demoLogin);
