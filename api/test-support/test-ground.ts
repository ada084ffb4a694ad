import { fastify, type FastifyBaseLogger } from 'fastify';
import { readConfig, type Config } from '../src/platform/config/config.ts';
import { deriveKeys } from '../src/platform/secrets/keys.ts';

/** Returns the configuration of the tests' API, without rate limits unless a test sets them. */
export function testConfig(dataDirectory: string, environment: Record<string, string> = {}): Config {
  return readConfig({
    HEADWATER_DATA: dataDirectory,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'silent',
    DEMO: 'off', // It loads a sample at once.
    ...environment,
  });
}

export const testKeys = deriveKeys(Buffer.from(Array.from({ length: 32 }, (_, index) => index)));

/** Silent by default. LOG_LEVEL=error before the command shows the API's errors. */
export const testLog: FastifyBaseLogger = fastify({
  logger: { level: process.env.LOG_LEVEL ?? 'silent' },
}).log;

export const TEST_ORIGIN = 'http://localhost:8080';
