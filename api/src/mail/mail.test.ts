import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { LANGUAGES } from '@headwater/shared/contract';
import { startMailServer } from '../../test-support/mail-server.ts';
import { settled } from '../../test-support/settled.ts';
import { TestApi } from '../../test-support/test-api.ts';
import { testConfig } from '../../test-support/test-ground.ts';
import { installationTransaction } from '../db/installation-db.ts';
import type { Mail } from './mail.ts';
import { deliver, outboxOf, renderMail, sampleMails } from './index.ts';

const link = 'https://bi.example.com/reset-password?code=the-code';
const to = 'mara@example.com';
const mail: Mail = { template: 'reset_password', to, language: 'en', link };

for (const language of LANGUAGES) {
  for (const sample of sampleMails({ to, language, link })) {
    test(`${sample.template} in ${language} says the same in text and in HTML`, () => {
      const { subject, text, html } = renderMail(sample);
      assert.ok(subject.length > 10 && !/[\r\n]/.test(subject));
      const words = (from: string) => from.replace(/<[^>]*>|\s+/g, ' ').replaceAll('&#39;', "'");
      for (const sentence of text.split('\n').filter((line) => /\w{3}/.test(line)))
        assert.ok(words(html).includes(sentence.replace(/:$/, '')), sentence);
      if ('link' in sample) assert.ok(html.includes(`href="${link}"`) && text.includes(link));
      assert.match(html, new RegExp(`<html lang="${language}">`));
    });
  }
}

test('every mail is written in its own language', () => {
  const subjects = LANGUAGES.flatMap((language) =>
    sampleMails({ to, language, link }).map((sample) => renderMail(sample).subject),
  );
  assert.equal(new Set(subjects).size, subjects.length);
});

test('a value of somebody else stays a text', () => {
  const newEmail = '"<script>alert(1)</script>"@example.com';
  const { html } = renderMail({ template: 'email_changed', to, language: 'en', newEmail });
  assert.ok(html.includes('&lt;script&gt;') && !html.includes('<script'));
  assert.throws(() =>
    renderMail({ template: 'reset_password', to, language: 'en', link: 'javascript:alert(1)' }),
  );
});

describe('without a mail server', () => {
  test('a mail lies in the data directory, if its change has been made', async (t) => {
    const api = await TestApi.open();
    t.after(api.close);
    assert.equal(api.services.mail.isOn, false);
    const undone = installationTransaction(api.database, async (db) => {
      await api.services.mail.send(db, { ...mail, to: 'undone@example.com' });
      throw new Error('changed my mind');
    });
    await assert.rejects(undone, /changed my mind/);
    await installationTransaction(api.database, (db) => api.services.mail.send(db, mail));
    const received = await api.mailbox.next('reset_password', to);
    assert.equal(received.link, link);
    assert.equal(received.from, 'support@headwater.example');
    assert.deepEqual(await api.mailbox.rest(), []);
  });

  test('its link stands nowhere in the store', async (t) => {
    const api = await TestApi.open();
    t.after(api.close);
    await installationTransaction(api.database, (db) => api.services.mail.send(db, mail));
    await api.mailbox.next('reset_password', to);
    const jobs = await api.sql<{ text: string }>(
      `select job::text as text from pgboss.job where name = 'mail'`,
    );
    assert.ok(jobs.length > 0);
    assert.ok(jobs.every(({ text }) => !text.includes('the-code') && !text.includes(to)));
  });
});

describe('with a mail server', () => {
  const config = (url: string) => testConfig('/nowhere', { SMTP_URL: url, MAIL_FROM: 'bi@finch.example' });
  const send = (url: string, what = mail) => deliver(config(url), outboxOf(config(url)), what);

  test('it gets the mail, from the configured sender, marked as sent by a machine', async (t) => {
    const server = await startMailServer();
    t.after(server.close);
    assert.equal(await send(server.url), 'accepted by 127.0.0.1');
    const text = server.mails[0]!.toString();
    assert.match(text, /^From: Headwater <bi@finch\.example>\r$/m);
    assert.match(text, /^To: mara@example\.com\r$/m);
    assert.match(text, /^Auto-Submitted: auto-generated\r$/m);
    assert.match(text, /^Message-ID: <[\w-]+@finch\.example>\r$/m);
  });

  test('nobody else gets it, whatever the address says', async (t) => {
    const recipients: string[] = [];
    const server = await startMailServer({
      onRcptTo: ({ address }, _session, done) => {
        recipients.push(address);
        done();
      },
    });
    t.after(server.close);
    for (const address of ['a@example.com, evil@example.com', 'a@example.com\r\nBcc: evil@example.com'])
      await send(server.url, { ...mail, to: address }).catch(() => undefined);
    assert.ok(!recipients.some((address) => /^evil@/.test(address)), recipients.join());
    assert.ok(server.mails.every((bytes) => !/^bcc:/im.test(bytes.toString())));
  });

  const refusal = (responseCode: number) =>
    startMailServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode })),
    });

  test('what it refuses for good is given up; what it refuses for now is not', async (t) => {
    const [never, later] = [await refusal(550), await refusal(451)];
    t.after(never.close);
    t.after(later.close);
    await assert.rejects(send(never.url), { name: 'MailRefused' });
    await assert.rejects(send(later.url), (error: Error) => error.name !== 'MailRefused');
  });

  test('the job of a mail that was refused for now comes again', async (t) => {
    const later = await refusal(451);
    const api = await TestApi.open({ environment: { SMTP_URL: later.url } });
    t.after(later.close);
    t.after(api.close);
    await installationTransaction(api.database, (db) => api.services.mail.send(db, mail));
    const states = () => api.sql<{ state: string }>(`select state from pgboss.job where name = 'mail'`);
    await settled(states, ([row]) => row?.state === 'retry');
  });

  test('beyond this machine nothing goes out in clear, and never to our own port', async () => {
    await assert.rejects(send('smtp://127.0.0.1:8080'), { name: 'FailureError' });
    await assert.rejects(send('smtp://169.254.169.254:25'), { name: 'FailureError' });
  });
});
