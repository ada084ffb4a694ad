import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { GoogleBrowser } from '../../../../test-support/google-browser.ts';
import { Mailbox } from '../../../../test-support/mailbox.ts';
import { startMailServer } from '../../../../test-support/mail-server.ts';
import { PASSWORD, personWithPassword } from '../../../../test-support/person-with-password.ts';
import { SigningProvider } from '../../../../test-support/signing-provider.ts';
import { faultsIn, TestApi, type ApiResponse, type Client } from '../../../../test-support/test-api.ts';
import { issueCode } from '../identity/index.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';

const provider = await SigningProvider.open();
const mails = await startMailServer();
const mailbox = new Mailbox(mails);
const api = await TestApi.open({
  environment: {
    ...provider.environment,
    SMTP_URL: mails.url,
    GOOGLE_ISSUER_DOMAINS: 'gmail.com, corp.example',
  },
});
const withoutMail = await TestApi.open({ environment: provider.environment });
after(async () => {
  await Promise.all([api.close(), withoutMail.close()]);
  await mails.close();
  await provider.close();
});

interface GoogleAccount {
  readonly sub: string;
  readonly email: string;
  readonly hd?: string;
}

let count = 0;
const next = () => (count += 1);

async function enter(account: GoogleAccount, purpose: 'login' | 'signup', of = api): Promise<ApiResponse> {
  const browser = new GoogleBrowser(of);
  const { code } = await browser.comeBack(provider.consent(await browser.start(purpose), { ...account }));
  return purpose === 'login' ? browser.logIn(code!) : browser.signUp(code!);
}

/** Registers a user with a password, a session, and this email address, which is confirmed by default. */
async function registered(email: string, { isConfirmed = true, of = api } = {}): Promise<Client> {
  const client = await personWithPassword(of);
  await of.sql('update users set email = $1, email_folded = lower($1) where id = $2', [email, client.userId]);
  if (!isConfirmed) await of.sql('update users set email_confirmed_at = null where id = $1', [client.userId]);
  return Object.assign(client, { email });
}

const stateOf = async ({ userId }: Client, of = api) =>
  (
    await of.sql(
      `select
        password_hash is not null as "hasPassword",
        email_confirmed_at is not null as "isConfirmed",
        (select count(*)::int from sessions where user_id = users.id) as sessions,
        (select array_agg(subject) from user_identities where user_id = users.id) as subjects
      from users where id = $1`,
      [userId],
    )
  )[0];

const logIn = ({ email }: Client) =>
  api.visitor().post('/sessions/email-login', 'email_logins', { email, password: PASSWORD });

describe('an email address that someone registered before its owner signed in with Google', () => {
  for (const purpose of ['login', 'signup'] as const) {
    test(`invalidates password, sessions, codes, and other Google accounts and admits the owner (${purpose})`, async () => {
      const email = `victim-${next()}@gmail.com`;
      const attacker = await registered(email, { isConfirmed: false });
      const codes = await installationTransaction(api.database, async (db) => {
        const code = { userId: attacker.userId, email };
        await db
          .insertInto('user_identities')
          .values({ issuer: provider.issuer, subject: `trojan-${email}`, email, user_id: attacker.userId })
          .execute();
        return [
          await issueCode(db, { ...code, purpose: 'reset_password' }),
          await issueCode(db, { ...code, purpose: 'change_email', email: 'attacker@example.com' }),
        ];
      });
      const response = await enter({ sub: `owner-${email}`, email }, purpose);
      assert.equal(response.status, 201, response.text);
      assert.deepEqual(await stateOf(attacker), {
        hasPassword: false,
        isConfirmed: true,
        sessions: 1,
        subjects: [`owner-${email}`],
      });
      assert.equal((await attacker.get('/profile')).status, 401);
      assert.deepEqual(faultsIn(await logIn(attacker)), ['credentials_invalid']);
      const trojan = await enter({ sub: `trojan-${email}`, email }, 'login');
      assert.deepEqual(faultsIn(trojan), ['google_link_required']);
      const reset = await api
        .visitor()
        .post('/password/reset', 'password_resets', { code: codes[0], password: 'Another-horse-7' });
      assert.deepEqual(faultsIn(reset), ['code_expired /data/attributes/code']);
      const change = await api
        .visitor()
        .post('/email-confirmations', 'email_confirmations', { code: codes[1] });
      assert.deepEqual(faultsIn(change), ['code_expired /data/attributes/code']);
      await mailbox.next('google_connected', email);
    });
  }
});

describe('an account with a confirmed email address', () => {
  const authoritative: [string, (n: number) => GoogleAccount][] = [
    ['@gmail.com', (n) => ({ sub: `g-${n}`, email: `g-${n}@gmail.com` })],
    ['@corp.example', (n) => ({ sub: `h-${n}`, email: `h-${n}@corp.example` })],
    ['in capitals', (n) => ({ sub: `c-${n}`, email: `C-${n}@Corp.Example` })],
  ];
  for (const [what, make] of authoritative) {
    test(`is linked if the issuer is authoritative, without other changes, and the owner is notified: ${what}`, async () => {
      const account = make(next());
      const owner = await registered(account.email.toLowerCase());
      const response = await enter(account, 'login');
      assert.equal(response.status, 201, response.text);
      assert.equal(response.body.data.attributes.email, owner.email);
      const state = { hasPassword: true, isConfirmed: true, sessions: 2, subjects: [account.sub] };
      assert.deepEqual(await stateOf(owner), state);
      const { text } = await mailbox.next('google_connected', owner.email);
      assert.ok(text.includes(account.email), text);
    });
  }

  const strangers: [string, (n: number) => GoogleAccount][] = [
    ['another domain', (n) => ({ sub: `o-${n}`, email: `o-${n}@outlook.example` })],
    [
      'a directory that only claims to be one',
      (n) => ({ sub: `x-${n}`, email: `x-${n}@own.example`, hd: 'own.example' }),
    ],
    ['a subdomain', (n) => ({ sub: `p-${n}`, email: `p-${n}@sub.corp.example` })],
    ['a domain with the same ending', (n) => ({ sub: `n-${n}`, email: `n-${n}@notgmail.com` })],
    ["Google's domain at another issuer", (n) => ({ sub: `e-${n}`, email: `e-${n}@googlemail.com` })],
  ];
  for (const [what, make] of strangers) {
    for (const isConfirmed of [true, false]) {
      test(`is never linked if the issuer is not authoritative: ${what}${isConfirmed ? '' : ', unconfirmed'}`, async () => {
        const account = make(next());
        const owner = await registered(account.email, { isConfirmed });
        const before = await stateOf(owner);
        for (const purpose of ['login', 'signup'] as const) {
          const response = await enter(account, purpose);
          assert.equal(response.status, 409, response.text);
          assert.deepEqual(faultsIn(response), ['google_link_required']);
        }
        assert.deepEqual(await stateOf(owner), before);
        assert.equal((await owner.get('/profile')).status, 200);
      });
    }
  }

  test('is not linked to a second Google account: the email address has passed to someone else', async () => {
    const email = `passed-on-${next()}@gmail.com`;
    const owner = await registered(email);
    await enter({ sub: 'first-owner', email }, 'login');
    assert.deepEqual(faultsIn(await enter({ sub: 'second-owner', email }, 'login')), [
      'google_link_required',
    ]);
    assert.deepEqual(await stateOf(owner), {
      hasPassword: true,
      isConfirmed: true,
      sessions: 2,
      subjects: ['first-owner'],
    });
  });
});

describe('without mail', () => {
  for (const isConfirmed of [true, false]) {
    test(`no email address is linked, ${isConfirmed ? 'even if it was confirmed once' : 'least of all an unconfirmed one'}`, async () => {
      const email = `nomail-${next()}@gmail.com`;
      const owner = await registered(email, { isConfirmed, of: withoutMail });
      const before = await stateOf(owner, withoutMail);
      const response = await enter({ sub: `s-${email}`, email }, 'login', withoutMail);
      assert.deepEqual(faultsIn(response), ['google_link_required']);
      assert.deepEqual(await stateOf(owner, withoutMail), before);
    });
  }
});

describe('an identity', () => {
  test('stays the same, whatever email address it has', async () => {
    const n = next();
    const first = await enter({ sub: `steady-${n}`, email: `before-${n}@gmail.com` }, 'signup');
    const other = await registered(`after-${n}@gmail.com`);
    const second = await enter({ sub: `steady-${n}`, email: other.email }, 'login');
    assert.equal(second.body.data.attributes.email, `before-${n}@gmail.com`);
    assert.equal(second.body.data.attributes.email, first.body.data.attributes.email);
    const rows = await api.sql('select email from user_identities where subject = $1', [`steady-${n}`]);
    assert.deepEqual(rows, [{ email: other.email }]);
  });

  test('confirms the email address of a new account only where the issuer is authoritative for it', async () => {
    const n = next();
    const accounts: [GoogleAccount, boolean, TestApi][] = [
      [{ sub: `1-${n}`, email: `new-${n}@gmail.com` }, true, api],
      [{ sub: `2-${n}`, email: `new-${n}@own.example`, hd: 'own.example' }, false, api],
      [{ sub: `3-${n}`, email: `new-${n}@outlook.example` }, false, api],
      [{ sub: `4-${n}`, email: `new-${n}@gmail.com` }, false, withoutMail],
    ];
    for (const [account, isConfirmed, of] of accounts) {
      assert.equal((await enter(account, 'signup', of)).status, 201);
      const [user] = await of.sql(
        'select email_confirmed_at is not null as "isConfirmed" from users where email = $1',
        [account.email],
      );
      assert.deepEqual(user, { isConfirmed }, account.email);
    }
  });
});
