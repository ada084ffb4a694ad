import { fastify, type FastifyBaseLogger } from 'fastify';
import { readConfig, type Config } from '../src/platform/config/config.ts';
import { deriveKeys } from '../src/platform/secrets/keys.ts';

/** What the tests' API runs with: no limits on how often, unless a test is about them. */
export function testConfig(dataDirectory: string, environment: Record<string, string> = {}): Config {
  return readConfig({
    HEADWATER_DATA: dataDirectory,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'silent',
    ...environment,
  });
}

export const testKeys = deriveKeys(Buffer.from(Array.from({ length: 32 }, (_, index) => index)));

/** LOG_LEVEL=error in front of the command shows what the API has to say. */
export const testLog: FastifyBaseLogger = fastify({
  logger: { level: process.env.LOG_LEVEL ?? 'silent' },
}).log;

export const TEST_ORIGIN = 'http://localhost:8080';
