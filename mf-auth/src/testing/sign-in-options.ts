import type { SignInOptionsAttributes } from '@headwater/shared/contract';
import { documentOf, type FakeResponse } from '@headwater/shared/testing';

const PLAIN: SignInOptionsAttributes = {
  google: false,
  demo: 'off',
  mail: true,
  signUp: 'open',
  signUpDomains: [],
};

/** A response to `GET sign-in-options`: by default only open sign-up and email. */
export const signInOptionsOf = (attributes: Partial<SignInOptionsAttributes> = {}): FakeResponse =>
  documentOf('sign_in_options', 'sign_in_options', { ...PLAIN, ...attributes });
