import { demoLoginBody, startedSessionDocument } from '@headwater/shared/contract';
import { anonymous } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { signedInResponse } from '../../people/identity/index.ts';
import { beginDemo } from './begin-demo.ts';

const demoLogin = defineRoute({
  method: 'POST',
  path: '/sessions/demo-login',
  summary:
    'Look around for two hours, in a workspace with sample data. Requires the code of a link, unless the demo is open.',
  access: anonymous(),
  limit: 'demo',
  body: demoLoginBody,
  responses: { 201: startedSessionDocument },
  handler: async ({ body, session, request, reply, services }) => {
    if (services.config.demo === 'off') throw new Refusal('not_found');
    const signedIn = await beginDemo(services, body.data.attributes.code, { session, request });
    return signedInResponse(services, reply, signedIn);
  },
});

export const demoRoutes = [demoLogin];
