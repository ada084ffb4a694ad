import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import PostalMime from 'postal-mime';
import { testConfig } from '../../../test-support/test-ground.ts';
import { sendNow } from '../../wings/ground/mail/deliver.ts';
import type { Mail } from '../../wings/ground/mail/mail.ts';

const data = mkdtempSync(join(tmpdir(), 'headwater-mail-'));
after(() => rmSync(data, { recursive: true, force: true }));
const folder = join(data, 'mail');
const config = testConfig(data, { MAIL_FROM: 'bi@finch.example', SUPPORT_EMAIL: 'help@finch.example' });
const link = 'https://bi.example.com/reset-password?code=the-code';
const mail: Mail = { template: 'reset_password', to: 'mara@example.com', language: 'de', link };

test('a mail is a private file, named by its time and kind, that mail readers can open', async () => {
  chmodSync(data, 0o755);
  const outcome = await sendNow(config, mail);
  const [name, ...more] = readdirSync(folder);
  assert.deepEqual(more, []);
  assert.match(name!, /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-reset_password-[0-9a-f]{6}\.eml$/);
  assert.equal(outcome, `written to ${join(folder, name!)}`);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(statSync(join(folder, name!)).mode & 0o777, 0o600);
  const read = await PostalMime.parse(readFileSync(join(folder, name!)));
  assert.equal(read.subject, 'Legen Sie ein neues Passwort fest');
  assert.deepEqual(read.from, { name: 'Headwater', address: 'bi@finch.example' });
  assert.deepEqual(read.to, [{ name: '', address: 'mara@example.com' }]);
  assert.deepEqual(read.replyTo, [{ name: '', address: 'help@finch.example' }]);
  assert.ok(Math.abs(Date.parse(read.date!) - Date.now()) < 60_000);
  assert.ok(read.text!.includes(link) && read.html!.includes(`href="${link}"`));
});

test('the newest thousand files are kept', async () => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder, { mode: 0o700 });
  for (let number = 0; number < 1_000; number += 1)
    writeFileSync(join(folder, `2026-01-01T00-00-00-${String(number).padStart(3, '0')}Z-x-000000.eml`), '');
  writeFileSync(join(folder, 'notes.txt'), 'the operator’s own');
  await sendNow(config, mail);
  const names = readdirSync(folder).sort();
  assert.equal(names.length, 1_001);
  assert.ok(names.includes('notes.txt'));
  assert.ok(!names.some((name) => name.includes('00-000Z')));
  assert.ok(names.some((name) => name.includes('reset_password')));
});
