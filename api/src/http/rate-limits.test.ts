import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestApi } from '../../test-support/test-api.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { RateLimits } from './rate-limits.ts';

describe('limits', () => {
  test('allow calls up to the limit, refuse one more, and start over when the window ends', () => {
    let now = 1_000_000;
    const limits = new RateLimits(1, () => now);
    for (let call = 0; call < 10; call += 1) limits.spend('authentication', 'a');
    now += 20_500;
    assert.throws(
      () => limits.spend('authentication', 'a'),
      (error) => error instanceof Refusal && error.kind === 'limited' && error.retryAfter === 40,
    );
    limits.spend('authentication', 'b');
    now += 39_500;
    limits.spend('authentication', 'a');
  });

  test('are multiplied by the factor', () => {
    const limits = new RateLimits(2);
    for (let call = 0; call < 20; call += 1) limits.spend('sign_up', 'a');
    assert.throws(() => limits.spend('sign_up', 'a'), Refusal);
  });

  test('count in the longer window only what the shorter one allowed', () => {
    let now = 0;
    const limits = new RateLimits(1, () => now);
    const minute = (calls: number) => {
      now += 60_000;
      return Array.from({ length: calls }, () => limits.count('authentication', 'a')).filter(
        (wait) => wait === 0,
      );
    };
    assert.equal(minute(500).length, 10);
    for (let round = 0; round < 8; round += 1) assert.equal(minute(10).length, 10);
    assert.equal(minute(11).length, 10, 'the hundredth attempt of the hour');
    assert.equal(minute(1).length, 0);
  });

  test('still count a caller while there are hundreds of thousands of others', () => {
    let now = 0;
    const limits = new RateLimits(1, () => now);
    for (let call = 0; call < 10; call += 1) limits.spend('sign_up', 'a');
    for (let other = 0; other < 50_000; other += 1) limits.spend('sign_up', `other ${other}`);
    assert.ok(limits.count('sign_up', 'a') > 0);
    now += 1_800_000;
    for (let other = 0; other < 300_000; other += 1) limits.spend('sign_up', `more ${other}`);
    assert.equal(limits.count('sign_up', 'more 299999'), 0);
  });

  test('count an IP address before the body is read', async () => {
    const api = await TestApi.open({ environment: { RATE_LIMIT_FACTOR: '0.2' } });
    try {
      const attempt = () =>
        api.visitor().send({ method: 'POST', path: '/sessions/email-login', payload: '{' });
      assert.deepEqual(
        [(await attempt()).status, (await attempt()).status, (await attempt()).status],
        [400, 400, 429],
      );
      const forged = await api
        .visitor()
        .post('/email-signup', 'email_signups', {}, { origin: 'https://evil.example' });
      assert.equal(forged.status, 403, 'a page of another site uses up nothing');
    } finally {
      await api.close();
    }
  });

  test('respond with 429 and the time to wait', async () => {
    const api = await TestApi.open({ environment: { RATE_LIMIT_FACTOR: '0.2' } });
    try {
      const attempt = () =>
        api.visitor().post('/sessions/email-login', 'email_logins', { email: 'a@b.cd', password: 'x' });
      assert.deepEqual([(await attempt()).status, (await attempt()).status], [401, 401]);
      const refused = await attempt();
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers['retry-after']) > 0 && Number(refused.headers['retry-after']) <= 60);
      const sign = (email: string) =>
        api.visitor().post('/email-signup', 'email_signups', { email, password: 'Correct-horse-7' });
      assert.deepEqual(
        [(await sign('a@b.cd')).status, (await sign('b@b.cd')).status, (await sign('c@b.cd')).status],
        [201, 201, 429],
      );
    } finally {
      await api.close();
    }
  });
});
