import { Type, type Static } from '@sinclair/typebox';
import { document, object, resource, word } from './json-api.ts';

/** Which ways in this installation offers; what is off isn't shown. */
export const signInOptionsAttributes = object({
  google: Type.Boolean(),
  /** `open` to everybody, by `codes` that the operator gives out, or `off`. */
  demo: word(['open', 'codes', 'off']),
  /** Mail goes out: new addresses are confirmed by it, and forgotten passwords reset. */
  mail: Type.Boolean(),
  signUp: word(['open', 'invited', 'domains']),
  /** Whose addresses may sign up; empty unless `signUp` is `domains`. */
  signUpDomains: Type.Array(Type.String()),
});
export type SignInOptionsAttributes = Static<typeof signInOptionsAttributes>;
export const signInOptionsResource = resource('sign_in_options', signInOptionsAttributes);
export type SignInOptionsResource = Static<typeof signInOptionsResource>;
export const signInOptionsDocument = document(signInOptionsResource);

/** What an invitation's link says of itself, before anybody signs up by it. */
export const invitationAttributes = object({ email: Type.String() });
export const invitationResource = resource('invitations', invitationAttributes);
export type InvitationResource = Static<typeof invitationResource>;
export const invitationDocument = document(invitationResource);
