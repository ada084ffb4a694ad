import type { SignInOptionsAttributes } from '@headwater/shared/contract';
import { documentOf, type Answer } from '@headwater/shared/testing';

const PLAIN: SignInOptionsAttributes = {
  google: false,
  demo: 'off',
  mail: true,
  signUp: 'open',
  signUpDomains: [],
};

/** What `GET sign-in-options` answers: nothing but open forms and mail, unless given otherwise. */
export const signInOptionsOf = (attributes: Partial<SignInOptionsAttributes> = {}): Answer =>
  documentOf('sign_in_options', 'sign_in_options', { ...PLAIN, ...attributes });
