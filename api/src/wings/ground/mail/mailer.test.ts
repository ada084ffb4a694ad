import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test, type TestContext } from 'node:test';
import { fastify } from 'fastify';
import type { SMTPServerOptions } from 'smtp-server';
import { startMailServer } from '../../../../test-support/mail-server.ts';
import { settled } from '@headwater/base/testing/settled';
import { TestApi } from '../../../../test-support/test-api.ts';
import { installationTransaction, type InstallationDb } from '../../../platform/database/installation-db.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import type { Mail } from './mail.ts';

const link = 'https://bi.example.com/reset-password?code=the-code';
const to = 'mara@example.com';
const mail: Mail = { template: 'reset_password', to, language: 'en', link };

test('a mail is sent if, and only if, its transaction commits', async (t) => {
  const api = await TestApi.open();
  t.after(api.close);
  const change = <T>(work: (db: InstallationDb) => Promise<T>) => installationTransaction(api.database, work);
  assert.equal(api.services.mail.isOn, false);
  const undone = change(async (db) => {
    await api.services.mail.send(db, { ...mail, to: 'undone@example.com' });
    throw new Error('changed my mind');
  });
  await assert.rejects(undone, /changed my mind/);
  await change((db) => api.services.mail.send(db, mail));
  const received = await api.mailbox.next('reset_password', to);
  assert.equal(received.link, link);
  const { id } = await api.workspace();
  await workspaceTransaction(api.database, id, (db) =>
    api.services.mail.send(db, { template: 'invitation', to, language: 'de', link }),
  );
  await api.mailbox.next('invitation', to);
  assert.deepEqual(await api.mailbox.rest(), []);
});

/** Opens an API whose mails go to this server, and collects what is logged about them. */
async function open(t: TestContext, options: SMTPServerOptions) {
  const server = await startMailServer(options);
  const stream = new PassThrough();
  const logged: string[] = [];
  stream.on('data', (line: Buffer) => logged.push(line.toString()));
  const { log } = fastify({ logger: { stream } });
  const api = await TestApi.open({ environment: { SMTP_URL: server.url }, parts: [], log });
  const mailer = api.services.mail;
  t.after(async () => {
    await api.close();
    await server.close();
  });
  const job = async () =>
    (
      await api.sql<{ state: string; text: string }>(
        `select state::text, job::text as text from pgboss.job where name = 'mail'`,
      )
    )[0];
  const send = () => installationTransaction(api.database, (db) => mailer.send(db, mail));
  return { api, server, mailer, logged, job, send };
}

const refusing = (responses: number[]): SMTPServerOptions => ({
  onRcptTo: ({ address }, _session, done) => {
    const responseCode = responses.shift();
    if (responseCode) done(Object.assign(new Error(`${address} has no mailbox`), { responseCode }));
    else done();
  },
});

const isSecretFree = (text: string) => !text.includes('the-code') && !text.includes(to);

describe('the queue', () => {
  test('contains no email address and no link, before and after sending', async (t) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { job, send, logged, mailer } = await open(t, {
      onRcptTo: (_address, _session, done) => void held.then(() => done()),
    });
    assert.equal(mailer.isOn, true);
    await send();
    assert.ok(isSecretFree((await job())!.text));
    release();
    const done = await settled(job, (row) => row?.state === 'completed');
    assert.ok(isSecretFree(done!.text));
    const line = logged.find((each) => each.includes('"mail"'));
    assert.match(line!, /"template":"reset_password","outcome":"accepted by 127\.0\.0\.1"/);
    assert.ok(isSecretFree(logged.join('')));
  });

  test('retries a temporarily refused mail as the same mail', async (t) => {
    const { api, server, job, send, logged } = await open(t, refusing([451]));
    await send();
    const waiting = await settled(job, (row) => row?.state === 'retry');
    assert.ok(isSecretFree(waiting!.text + logged.join('')), waiting!.text);
    const [pause] = await api.sql<{ s: number }>(
      `select extract(epoch from start_after - now())::int as s from pgboss.job where name = 'mail'`,
    );
    assert.ok(pause!.s > 30 && pause!.s <= 120, String(pause!.s));
    await api.sql(`update pgboss.job set start_after = now() where name = 'mail'`);
    await settled(job, (row) => row?.state === 'completed');
    assert.equal(server.mails.length, 1);
    const id = /"mail":"(mail_\w+)"/.exec(logged[0]!)?.[1];
    assert.ok(server.mails[0]!.toString().includes(`<${id}@`));
  });

  test('gives up permanently refused mails and logs that', async (t) => {
    const { job, send, logged, server } = await open(t, refusing([550]));
    await send();
    const over = await settled(job, (row) => row?.state !== 'created' && row?.state !== 'active');
    assert.equal(over!.state, 'completed');
    assert.equal(server.mails.length, 0);
    const line = logged.find((each) => each.includes('mail given up'));
    assert.match(line!, /"level":50.*"template":"reset_password".*550/);
    assert.ok(isSecretFree(over!.text + logged.join('')), logged.join(''));
  });

  test('accepts no invalid mail', async (t) => {
    const api = await TestApi.open({ parts: [] });
    t.after(api.close);
    const sent = installationTransaction(api.database, (db) =>
      api.services.mail.send(db, { ...mail, to: 'a@example.com\r\nBcc: evil@example.com' }),
    );
    await assert.rejects(sent, /control character/);
  });
});
