import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Writable } from 'node:stream';
import { fastify } from 'fastify';
import { TestApi } from '../../test-support/test-api.ts';
import { Client } from '../../test-support/client.ts';
import { composeApi, serverOptions } from '../app.ts';

const api = await TestApi.open();
after(api.close);

test('the log shows who did what, and contains no password, token, cookie, or code', async () => {
  const lines: string[] = [];
  const stream = new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) });
  const options = serverOptions({ ...api.services.config, logLevel: 'trace' });
  const server = fastify({ ...options, logger: { ...(options.logger as object), stream } });
  const own = await composeApi({ ...api.services, log: server.log });
  await server.register(own.plugin, { prefix: '/api' });
  const visitor = new Client(server);
  const signUp = await visitor.post('/email-signup', 'email_signups', {
    email: 'ann@example.com',
    password: 'Correct-horse-7',
  });
  const { csrfToken } = signUp.body.data.attributes;
  await visitor.get('/sessions?code=c0de-from-a-link&token=t0ken-from-a-link');
  await visitor.get('/report-unsubscriptions/t0ken-in-a-path');
  await visitor.post('/organizations', 'organizations', { name: 'Good name' }, { 'x-csrf-token': csrfToken });
  await server.close();
  await own.close();
  const log = lines.join('');
  assert.match(log, /"method":"POST","url":"\/api\/email-signup","status":201/);
  assert.match(log, /"url":"\/api\/organizations","status":201,[^\n]*"user":"usr_/);
  const secrets = ['Correct-horse-7', csrfToken, visitor.cookie!.split('=')[1]!, 'c0de-from', 't0ken-'];
  for (const secret of secrets) assert.ok(!log.includes(secret), `${secret} is in the log`);
});
