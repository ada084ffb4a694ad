import { Type, type Static } from '@sinclair/typebox';
import { document, object, resource, word } from '../ground/json-api.ts';

/** The ways to sign in that this installation offers; those that are off aren't shown. */
export const signInOptionsAttributes = object({
  google: Type.Boolean(),
  /** `open` to everyone, by `codes` that the operator hands out, or `off`. */
  demo: word(['open', 'codes', 'off']),
  /** Whether email is sent, by which new email addresses are confirmed and forgotten passwords are reset. */
  mail: Type.Boolean(),
  signUp: word(['open', 'invited', 'domains']),
  /** The email domains that may sign up; empty unless `signUp` is `domains`. */
  signUpDomains: Type.Array(Type.String()),
});
export type SignInOptionsAttributes = Static<typeof signInOptionsAttributes>;
export const signInOptionsResource = resource('sign_in_options', signInOptionsAttributes);
export type SignInOptionsResource = Static<typeof signInOptionsResource>;
export const signInOptionsDocument = document(signInOptionsResource);
