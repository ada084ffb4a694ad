import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test, type TestContext } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { SMTPServerOptions } from 'smtp-server';
import { startMailServer, type MailServer } from '../../../test-support/mail-server.ts';
import { selfSigned } from '../../../test-support/self-signed.ts';
import { testConfig } from '../../../test-support/test-ground.ts';
import { sendNow } from '../../wings/ground/mail/deliver.ts';
import { MailRefused } from './outbox.ts';

/** Hosts on this machine and beyond it. For the latter, we use the IP address of one of its network cards. */
const HERE = '127.0.0.1';
const [card] = Object.values(networkInterfaces()).flatMap(
  (addresses) => addresses?.filter(({ internal, family }) => !internal && family === 'IPv4') ?? [],
);
const BEYOND = card?.address ?? '';
const skip = card ? false : 'this machine has no IP address other than loopback';

const send = (url: string) =>
  sendNow(testConfig('/nowhere', { SMTP_URL: url, ALLOWED_NETWORKS: BEYOND || HERE }), {
    template: 'mail_test',
    to: 'mara@example.com',
    language: 'en',
  });

interface Seen extends MailServer {
  /** For each mail that was begun, whether it was under TLS. */
  readonly begun: readonly boolean[];
}

async function serve(t: TestContext, host: string, options: SMTPServerOptions): Promise<Seen> {
  const begun: boolean[] = [];
  const onMailFrom: SMTPServerOptions['onMailFrom'] = (_address, { secure }, done) => {
    begun.push(secure);
    done();
  };
  const server = await startMailServer({ ...options, onMailFrom }, host);
  t.after(server.close);
  return { ...server, begun };
}

const upgradable = (name: string): SMTPServerOptions => ({ disabledCommands: ['AUTH'], ...selfSigned(name) });
const secure = (name: string): SMTPServerOptions => ({ secure: true, ...selfSigned(name) });

function trust({ cert }: SMTPServerOptions, t: TestContext): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, String(cert)]);
  t.after(() => setDefaultCACertificates(before));
}

for (const [name, offer] of Object.entries({ STARTTLS: upgradable, 'TLS from the start': secure })) {
  test(`on this machine, ${name} is used if it is offered, regardless of who signed the certificate`, async (t) => {
    const { url, begun } = await serve(t, HERE, offer('mail.example.com'));
    await send(url);
    assert.deepEqual(begun, [true]);
  });

  test(`beyond it, ${name} is used with a trusted certificate`, { skip }, async (t) => {
    const options = offer(BEYOND);
    const { url, begun } = await serve(t, BEYOND, options);
    await assert.rejects(send(url), /self-signed certificate/);
    trust(options, t);
    await send(url);
    assert.deepEqual(begun, [true]);
  });

  test(`beyond it, ${name} requires a certificate for that host`, { skip }, async (t) => {
    const options = offer('mail.example.com');
    const { url, begun } = await serve(t, BEYOND, options);
    trust(options, t);
    await assert.rejects(send(url), /does not match/);
    assert.deepEqual(begun, []);
  });
}

test('on this machine, mails may be sent unencrypted', async (t) => {
  const { url, begun } = await serve(t, HERE, {});
  await send(url);
  assert.deepEqual(begun, [false]);
});

test('beyond it, nothing is sent unencrypted, and the mail waits', { skip }, async (t) => {
  const { url, begun } = await serve(t, BEYOND, {});
  await assert.rejects(send(url), (error: Error) => !(error instanceof MailRefused));
  assert.deepEqual(begun, []);
});
