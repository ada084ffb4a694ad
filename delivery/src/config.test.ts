import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDeliveryConfig } from './config.ts';

test('a standalone server reports all invalid settings together without repeating a password', () => {
  const env = { PORT: 'http', PUBLIC_URL: 'ftp://ann:s3cret@bi.example.com', SUPPORT_EMAIL: 'nobody' };
  assert.throws(
    () => readDeliveryConfig(env),
    ({ message }: Error) =>
      ['PORT', 'PUBLIC_URL', 'SUPPORT_EMAIL'].every((name) => message.includes(`${name} is`)) &&
      !message.includes('s3cret'),
  );
});
