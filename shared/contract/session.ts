import { Type, type Static } from '@sinclair/typebox';
import { document, nullable, object, requestBody, resource, timestamp, word } from './json-api.ts';
import { LANGUAGES, ROLES, THEMES } from './words.ts';

export type Role = (typeof ROLES)[number];

export const sessionAttributes = object({
  /** Goes back in X-CSRF-Token with each unsafe call. */
  csrfToken: Type.String(),
  isSuperuser: Type.Boolean(),
  email: Type.String(),
  name: Type.String(),
  /** What the person chose in their profile; null where the browser's own choice holds. */
  language: nullable(word(LANGUAGES)),
  theme: nullable(word(THEMES)),
  timeZone: nullable(Type.String()),
  /** When the demo's account and its workspace go; null for an account that stays. */
  demoEndsAt: nullable(timestamp()),
  organizations: Type.Array(
    object({ organizationId: Type.String(), name: Type.String(), role: word(ROLES) }),
  ),
});
export type SessionAttributes = Static<typeof sessionAttributes>;

export const sessionResource = resource('sessions', sessionAttributes);
export type SessionResource = Static<typeof sessionResource>;
/**
 * `GET sessions` answers an anonymous visitor with `data: null`, never with 401: the 401 rule reloads the page.
 * So does a sign-up whose address has to be confirmed first.
 */
export const sessionDocument = document(nullable(sessionResource));
export const startedSessionDocument = document(sessionResource);

const email = Type.String({ maxLength: 320 });
const password = Type.String({ maxLength: 1024 });
/** What a link or a provider handed over: one use, a short life. */
export const oneTimeCode = Type.String({ maxLength: 200 });

const credentials = object({ email, password });
export const emailLoginBody = requestBody('email_logins', credentials);
export type EmailLogin = Static<typeof credentials>;

/** Of who is signed in already, for what wants a fresh proof: the superuser area. */
const reauthentication = object({ password });
export const reauthenticationBody = requestBody('reauthentications', reauthentication);

/** `invitation` is the code of the link that the address was invited by. */
const signup = object({ email, password, invitation: Type.Optional(oneTimeCode) });
export const emailSignupBody = requestBody('email_signups', signup);
export type EmailSignup = Static<typeof signup>;

/** The hand-off code that the API's callback gave the popup; never the provider's own. */
const handOff = object({ token: oneTimeCode });
export const googleLoginBody = requestBody('google_logins', handOff);
export const googleSignupBody = requestBody('google_signups', handOff);

/** Empty where the demo is open to everybody. */
const demoLogin = object({ code: oneTimeCode });
export const demoLoginBody = requestBody('demo_logins', demoLogin);
