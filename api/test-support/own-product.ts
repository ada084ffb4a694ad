import { join } from 'node:path';
import assert from 'node:assert/strict';
import { fastify } from 'fastify';
import { LogFile, serverOptions, startApi, type Api } from '../src/app.ts';
import { serializers } from '../src/http/server-options.ts';
import { runningServer } from '@headwater/base/postgres/postgres-server';
import type { ApiResponse } from './client.ts';
import { Client } from './client.ts';
import { settled } from '@headwater/base/testing/settled';
import { testConfig } from './test-ground.ts';

/** The API in this process with its own data and PostgreSQL, for tests that must not disturb the run's server. */
export class OwnProduct {
  readonly api: Api;
  /** A user who has signed up. */
  readonly client: Client;
  /** The lines of its log. */
  readonly said: readonly string[];
  readonly cluster: string;
  readonly close: () => Promise<void>;

  private constructor(parts: Pick<OwnProduct, 'api' | 'client' | 'said' | 'cluster' | 'close'>) {
    this.api = parts.api;
    this.client = parts.client;
    this.said = parts.said;
    this.cluster = parts.cluster;
    this.close = parts.close;
  }

  static async open(dataDirectory: string): Promise<OwnProduct> {
    const config = testConfig(dataDirectory);
    const said: string[] = [];
    const file = new LogFile(dataDirectory);
    const stream = {
      write(line: string) {
        said.push(line);
        file.write(line);
      },
    };
    const server = fastify({ ...serverOptions(config), logger: { level: 'info', serializers, stream } });
    const api = await startApi(config, server.log);
    await server.register(api.plugin, { prefix: '/api' });
    let closing: Promise<void> | undefined;
    const close = () => (closing ??= server.close().then(api.close));
    const client = new Client(server);
    const account = { email: 'ann@example.com', password: 'Correct-horse-7' };
    const { body } = await client.post('/email-signup', 'email_signups', account);
    client.csrfToken = body.data.attributes.csrfToken;
    return new OwnProduct({ api, client, said, cluster: join(dataDirectory, 'postgres'), close });
  }

  /** Returns the process ID of PostgreSQL's main process, if it's running. */
  async serverPid(): Promise<number | undefined> {
    return (await runningServer(this.cluster))?.pid;
  }

  /** Waits until requests are rejected as `unavailable`, because the store is down. */
  async isDown(): Promise<void> {
    await settled(this.#ask, (response) => !this.#isServed(response));
  }

  /** Waits until requests are served again. Until then, each must be rejected as `unavailable`. */
  async isUp(): Promise<void> {
    await settled(this.#ask, this.#isServed);
  }

  readonly #ask = () => this.client.get('/sessions');

  readonly #isServed = ({ status, body, headers }: ApiResponse): boolean => {
    if (status === 200) return true;
    assert.deepEqual([status, body.errors[0].code, headers['retry-after']], [503, 'unavailable', '5']);
    return false;
  };
}
