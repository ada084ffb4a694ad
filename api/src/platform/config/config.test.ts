import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigError } from '@headwater/shared/contract';
import { readConfig } from './config.ts';

const faultsOf = (env: Record<string, string>) => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  return assert.fail('this environment has no errors');
};

describe('the configuration', () => {
  test('needs no environment variable', () => {
    const config = readConfig({});
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.port, 8080);
    assert.equal(config.signUp, 'open');
    assert.equal(config.loopbackOnly, true);
    assert.ok(Object.isFrozen(config));
  });

  test('reports all errors at once, each with an example', () => {
    const error = faultsOf({
      PORT: '80a',
      SIGN_UP: 'everybody',
      TRUST_PROXY: '10.0.0.0/99',
      LOG_LEVEL: 'loud',
      RATE_LIMIT_FACTOR: '-1',
    });
    assert.deepEqual(error.faults.map(({ name }) => name).sort(), [
      'LOG_LEVEL',
      'PORT',
      'RATE_LIMIT_FACTOR',
      'SIGN_UP',
      'TRUST_PROXY',
    ]);
    assert.match(error.message, /5 errors/);
    assert.match(error.message, /PORT is "80a", but must be a port[^\n]*\n +for example: PORT=8080/);
  });

  test('does not repeat a password', () => {
    const anywhere = ['mysql://app:s3cret@db/x', 'mysql://app:p@ss:s3cret@db/x'];
    const secrets = [...anywhere, 'app:s3cret@db/x', 's3cret'];
    const wrongs = { DATABASE_URL: secrets, SMTP_URL: secrets, PUBLIC_URL: anywhere };
    for (const [name, texts] of Object.entries(wrongs))
      for (const text of texts) {
        const { message } = faultsOf({ [name]: text });
        assert.match(message, new RegExp(`^  ${name} is`, 'm'));
        assert.ok(!message.includes('s3cret'), message);
      }
  });

  test('requires a public https URL if others can reach it', () => {
    assert.deepEqual(
      faultsOf({ HOST: '0.0.0.0' }).faults.map(({ name }) => name),
      ['PUBLIC_URL'],
    );
    assert.match(faultsOf({ PUBLIC_URL: 'http://10.0.0.5:8080' }).message, /plain http/);
    assert.equal(
      readConfig({ PUBLIC_URL: 'http://10.0.0.5:8080', ALLOW_PLAIN_HTTP: 'yes' }).loopbackOnly,
      false,
    );
    const behindProxy = { HOST: '0.0.0.0', PUBLIC_URL: 'https://bi.example.com/', TRUST_PROXY: '10.0.0.7' };
    assert.equal(readConfig(behindProxy).publicUrl, 'https://bi.example.com');
  });

  test('requires the proxy that terminates TLS, or all visitors would count as one', () => {
    const env = { PUBLIC_URL: 'https://bi.example.com' };
    assert.deepEqual(
      faultsOf(env).faults.map(({ name }) => name),
      ['TRUST_PROXY'],
    );
    assert.deepEqual(readConfig({ ...env, TRUST_PROXY: '127.0.0.1' }).trustedProxies, ['127.0.0.1']);
    assert.equal(readConfig({ PUBLIC_URL: 'https://localhost:8443' }).loopbackOnly, true);
  });

  test('sends tokens for spreadsheets in plain text only within this machine', () => {
    assert.equal(readConfig({}).googleSheetsUrl, null);
    const here = 'http://127.0.0.1:8095/';
    assert.equal(readConfig({ GOOGLE_SHEETS_URL: here }).googleSheetsUrl, 'http://127.0.0.1:8095');
    for (const wrong of ['http://sheets.example.com', 'sheets.example.com', 'ftp://sheets.example.com'])
      assert.deepEqual(
        faultsOf({ GOOGLE_SHEETS_URL: wrong }).faults.map(({ name }) => name),
        ['GOOGLE_SHEETS_URL'],
      );
  });

  test('requires mail if only some domains may sign up', () => {
    const { faults } = faultsOf({ SIGN_UP: 'example.com' });
    assert.deepEqual(
      faults.map(({ name }) => name),
      ['SMTP_URL'],
    );
  });

  test('knows when others can reach it', () => {
    assert.equal(readConfig({ TRUST_PROXY: '127.0.0.1' }).loopbackOnly, false);
    assert.equal(readConfig({ PUBLIC_URL: 'http://localhost:3000' }).loopbackOnly, true);
  });

  test('reads lists', () => {
    const withMail = { SMTP_URL: 'smtps://mail.example.com' };
    assert.deepEqual(readConfig({ ...withMail, SIGN_UP: 'Example.com, example.org' }).signUp, [
      'example.com',
      'example.org',
    ]);
    assert.deepEqual(readConfig({ ALLOWED_NETWORKS: '10.0.0.0/8, fd00::/8,192.168.1.2' }).allowedNetworks, [
      '10.0.0.0/8',
      'fd00::/8',
      '192.168.1.2',
    ]);
  });
});
