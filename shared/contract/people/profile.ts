import { Type, type Static } from '@sinclair/typebox';
import { document, nullable, object, requestBody, resource, timestamp, word } from '../ground/json-api.ts';
import { LANGUAGES, THEMES } from '../ground/words.ts';

export const profileAttributes = object({
  email: Type.String(),
  /** The new email address, until it is confirmed from its own mailbox. */
  pendingEmail: nullable(Type.String()),
  name: Type.String(),
  /** False for users who only sign in with Google. */
  hasPassword: Type.Boolean(),
  /** The email address of the connected Google account. */
  googleEmail: nullable(Type.String()),
  language: nullable(word(LANGUAGES)),
  theme: nullable(word(THEMES)),
  timeZone: nullable(Type.String()),
  createdAt: timestamp(),
  /** Names of workspaces without other members, which are deleted with the account. */
  ownWorkspaces: Type.Array(Type.String()),
  /** Names of workspaces with other members whose only admin is this user, so that the account can't be deleted. */
  adminOf: Type.Array(Type.String()),
});
export type ProfileAttributes = Static<typeof profileAttributes>;
export const profileResource = resource('profiles', profileAttributes);
export type ProfileResource = Static<typeof profileResource>;
export const profileDocument = document(profileResource);

const profileEdit = object({
  name: Type.Optional(Type.String({ maxLength: 200 })),
  language: Type.Optional(nullable(word(LANGUAGES))),
  theme: Type.Optional(nullable(word(THEMES))),
  timeZone: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
});
export const profileEditBody = requestBody('profiles', profileEdit);
export type ProfileEdit = Static<typeof profileEdit>;

const password = Type.String({ maxLength: 1024 });

const passwordChange = object({ currentPassword: password, newPassword: password });
export const passwordChangeBody = requestBody('password_changes', passwordChange);
export type PasswordChange = Static<typeof passwordChange>;

const emailChange = object({ email: Type.String({ maxLength: 320 }), password });
export const emailChangeBody = requestBody('email_changes', emailChange);
export type EmailChange = Static<typeof emailChange>;

/** The password, or the email address for users without one, so that an account isn't deleted by accident. */
const accountDeletion = object({ email: Type.String({ maxLength: 320 }), password: Type.Optional(password) });
export const accountDeletionBody = requestBody('account_deletions', accountDeletion);
export type AccountDeletion = Static<typeof accountDeletion>;

const googleLink = object({ token: Type.String({ maxLength: 200 }), password });
export const googleLinkBody = requestBody('google_links', googleLink);
export type GoogleLink = Static<typeof googleLink>;

/** One of the user's sessions, which include the current one. */
export const userSessionAttributes = object({
  /** Such as "Firefox" and "Linux"; null if the browser didn't send it. */
  browser: nullable(Type.String()),
  system: nullable(Type.String()),
  address: nullable(Type.String()),
  isCurrent: Type.Boolean(),
  createdAt: timestamp(),
  lastSeenAt: timestamp(),
});
export type UserSessionAttributes = Static<typeof userSessionAttributes>;
export const userSessionResource = resource('user_sessions', userSessionAttributes);
export type UserSessionResource = Static<typeof userSessionResource>;
/** All of them, since there are at most twenty. */
export const userSessionsDocument = document(Type.Array(userSessionResource));
