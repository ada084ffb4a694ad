import { signInOptionsDocument } from '@headwater/shared/contract';
import { anonymous } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';

const signInOptions = defineRoute({
  method: 'GET',
  path: '/sign-in-options',
  summary: 'The ways to sign in that this installation offers.',
  access: anonymous(),
  responses: { 200: signInOptionsDocument },
  handler: async ({ services: { config, mail } }) => {
    const { signUp, google, demo } = config;
    return {
      data: {
        type: 'sign_in_options',
        id: 'current',
        attributes: {
          google: google !== null,
          demo,
          mail: mail.isOn,
          signUp: typeof signUp === 'string' ? signUp : 'domains',
          signUpDomains: typeof signUp === 'string' ? [] : [...signUp],
        },
      },
    };
  },
});

export const signInOptionsRoutes = [signInOptions];
