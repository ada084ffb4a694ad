import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { SMTPServerOptions } from 'smtp-server';
import PostalMime from 'postal-mime';
import { startMailServer, type MailServer } from '../../../test-support/mail-server.ts';
import { testConfig } from '../../../test-support/test-ground.ts';
import { deliver, outboxOf, sendNow } from '../../wings/ground/mail/deliver.ts';
import type { Mail } from '../../wings/ground/mail/mail.ts';
import { MailRefused } from './outbox.ts';

const link = 'https://bi.example.com/reset-password?code=the-code';
const to = 'mara@example.com';
const mail: Mail = { template: 'reset_password', to, language: 'en', link };
const config = (url: string, more: Record<string, string> = {}) =>
  testConfig('/nowhere', { SMTP_URL: url, MAIL_FROM: 'bi@finch.example', ...more });
const send = (url: string, what = mail) => sendNow(config(url), what);

async function server(t: TestContext, options?: SMTPServerOptions, host?: string): Promise<MailServer> {
  const started = await startMailServer(options, host);
  t.after(started.close);
  return started;
}

/** Refuses as real servers do, repeating the recipient and what they take for advertising. */
const refuse = (responseCode: number) =>
  Object.assign(new Error(`<${to}>: not here, see https://blocked.example/?u=${link}`), { responseCode });

describe('a mail server', () => {
  test('receives the mail from the configured sender, marked as automatic', async (t) => {
    const { url, mails } = await server(t);
    assert.equal(await send(url), 'accepted by 127.0.0.1');
    const { from, to: recipients, messageId, headers, date } = await PostalMime.parse(mails[0]!);
    assert.deepEqual(from, { name: 'Headwater', address: 'bi@finch.example' });
    assert.deepEqual(recipients, [{ name: '', address: to }]);
    assert.match(messageId!, /^<mail_\w{26}@finch\.example>$/);
    assert.ok(Math.abs(Date.parse(date!) - Date.now()) < 60_000);
    assert.equal(headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated');
    assert.ok(!headers.some(({ key }) => ['bcc', 'cc', 'x-mailer'].includes(key)));
  });

  test('receives several mails over one connection', async (t) => {
    let connections = 0;
    const { url, mails } = await server(t, {
      onConnect: (_session, done) => {
        connections += 1;
        done();
      },
    });
    const outbox = outboxOf(config(url));
    t.after(() => outbox.close());
    for (const id of ['mail_1', 'mail_2', 'mail_3']) await deliver(config(url), outbox, id, mail);
    assert.equal(mails.length, 3);
    assert.equal(connections, 1);
  });

  test('receives our credentials if it requires them', async (t) => {
    const seen: unknown[] = [];
    const { url } = await server(t, {
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push(username, password);
        done(null, { user: 'bi' });
      },
    });
    await send(url.replace('//', '//bi%40finch.example:p%40ss%3A%2F@'));
    assert.deepEqual(seen, ['bi@finch.example', 'p@ss:/']);
  });

  test('masks our password where the server repeats it, in each form in which it was sent', async (t) => {
    const forms = [
      'p&ss word/1',
      Buffer.from('p&ss word/1').toString('base64'),
      Buffer.from('\0bi\0p&ss word/1').toString('base64'),
      encodeURIComponent('p&ss word/1'),
    ];
    for (const repeated of forms) {
      const { url } = await server(t, {
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) =>
          done(Object.assign(new Error(`no such password: ${repeated}!`), { responseCode: 535 })),
      });
      const sent = send(url.replace('//', `//bi:${encodeURIComponent('p&ss word/1')}@`));
      await assert.rejects(sent, (error: Error) => {
        assert.ok(!error.message.includes(repeated), error.message);
        assert.match(error.message, /no such password: •••!/);
        return true;
      });
    }
  });

  for (const address of ['a@example.com, evil@example.com', 'a@example.com> RCPT TO:<evil@example.com']) {
    test(`sends it to no one else, even with ${address}`, async (t) => {
      const recipients: string[] = [];
      const { url } = await server(t, {
        onRcptTo: (recipient, _session, done) => {
          recipients.push(recipient.address);
          done();
        },
      });
      await send(url, { ...mail, to: address }).catch(() => undefined);
      assert.ok(!recipients.includes('evil@example.com') && recipients.length <= 1, recipients.join(' | '));
    });
  }
});

describe('a refusal', () => {
  const atRecipient = (code: number): SMTPServerOptions => ({
    onRcptTo: (_address, _session, done) => done(refuse(code)),
  });
  const atSender = (code: number): SMTPServerOptions => ({
    onMailFrom: (_address, _session, done) => done(refuse(code)),
  });
  const atData = (code: number): SMTPServerOptions => ({
    onData: (stream, _session, done) => void stream.resume().on('end', () => done(refuse(code))),
  });
  const atGreeting: SMTPServerOptions = { onConnect: (_session, done) => done(refuse(554)) };
  const atLogin: SMTPServerOptions = {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(refuse(535)),
  };
  const cases: [string, SMTPServerOptions, boolean][] = [
    ['of its recipient with 550', atRecipient(550), true],
    ['of its recipient with 451', atRecipient(451), false],
    ['of its sender with 553', atSender(553), true],
    ['of its sender with 450', atSender(450), false],
    ['of its text with 554', atData(554), true],
    ['of its text with 452', atData(452), false],
    ['of our connection with 554', atGreeting, false],
    ['of our password with 535', atLogin, false],
  ];
  for (const [what, options, isPermanent] of cases) {
    test(`${what} is ${isPermanent ? 'permanent' : 'temporary'} and reported without recipient and link`, async (t) => {
      const { url } = await server(t, options);
      const error = await send(url.replace('//', '//user:s3cret@')).then(
        () => assert.fail('it was sent'),
        (reason: Error) => reason,
      );
      assert.equal(error instanceof MailRefused, isPermanent, error.stack);
      assert.equal(error.cause, undefined);
      assert.match(error.message, /\b[45]\d\d\b/);
      for (const secret of [to, 'the-code', 's3cret']) assert.ok(!error.stack!.includes(secret), error.stack);
    });
  }

  test('is temporary if the server is not running', async () => {
    const gone = await startMailServer();
    await gone.close();
    await assert.rejects(send(gone.url), (error: Error) => !(error instanceof MailRefused));
  });
});

describe('a mail server is denied if it', () => {
  const places: [string, RegExp, string[]][] = [
    [
      'is the product itself',
      /belongs to Headwater/,
      ['smtp://127.0.0.1:8080', 'smtp://localhost:8080', 'smtps://[::1]:8080'],
    ],
    [
      'is where clouds keep their metadata',
      /allowed here/,
      ['smtp://169.254.169.254:25', 'smtp://[fd00:ec2::254]:25'],
    ],
  ];
  for (const [what, fault, urls] of places) {
    for (const url of urls) test(`${what}: ${url}`, () => assert.rejects(send(url), fault));
  }
});
