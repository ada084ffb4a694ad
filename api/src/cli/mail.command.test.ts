import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { StartError } from '@headwater/shared/contract';
import { startMailServer } from '../../test-support/mail-server.ts';
import { testConfig } from '../../test-support/test-ground.ts';
import { findCommand } from './command.ts';
import { mailCommands } from './mail.command.ts';

const folder = mkdtempSync(join(tmpdir(), 'headwater-mail-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function operate(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const found = findCommand(mailCommands, args);
  assert.ok(found, args.join(' '));
  return found.command.run(testConfig(join(folder, 'data'), environment), found.args);
}

describe('mail preview', () => {
  test('writes every mail in both languages, as HTML and as text', async () => {
    const target = join(folder, 'new', 'preview');
    const outcome = await operate({}, 'mail', 'preview', target);
    assert.match(outcome, /^60 mails, .* are in .*preview\.$/);
    assert.equal(readdirSync(target).length, 120);
    assert.match(
      readFileSync(join(target, 'reset_password.de.txt'), 'utf8'),
      /^Legen Sie ein neues Passwort fest\n/,
    );
    assert.match(readFileSync(join(target, 'invitation.en.html'), 'utf8'), /^<!doctype html>/);
  });

  test('writes those of one language on request', async () => {
    const target = join(folder, 'german');
    await operate({}, 'mail', 'preview', '--language', 'de', target);
    assert.ok(readdirSync(target).every((name) => /\.de\.(html|txt)$/.test(name)));
    await assert.rejects(operate({}, 'mail', 'preview', '--language', 'fr', target), StartError);
  });
});

describe('mail test', () => {
  test('sends through the mail server and reports its response', async (t) => {
    const server = await startMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(
          address.startsWith('nobody')
            ? Object.assign(new Error('No such mailbox'), { responseCode: 550 })
            : null,
        ),
    });
    t.after(server.close);
    const url = { SMTP_URL: server.url };
    assert.equal(
      await operate(url, 'mail', 'test', 'mara@example.com'),
      'The mail to mara@example.com was accepted by 127.0.0.1.',
    );
    assert.equal(server.mails.length, 1);
    await assert.rejects(operate(url, 'mail', 'test', 'nobody@example.com'), /550 No such mailbox/);
    await assert.rejects(operate(url, 'mail', 'test', 'nobody'), /not an email address/);
  });

  test('reports the path of the file if there is no mail server', async () => {
    const outcome = await operate({}, 'mail', 'test', '--language', 'de', 'mara@example.com');
    const [, path] = /was written to (\S+)\.$/.exec(outcome) ?? [];
    assert.match(readFileSync(path!, 'utf8'), /^Subject: Test-E-Mail von Headwater$/m);
  });
});
