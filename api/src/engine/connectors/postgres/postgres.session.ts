import { Client, type QueryResult, type QueryResultRow, type Submittable } from 'pg';
import type { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { classify, type Target } from '../../../platform/egress/index.ts';
import { FailureError } from '../../../platform/failures/failure.ts';
import type { PostgresConfiguration } from './postgres.config.ts';
import { signInFailure } from './postgres.failure.ts';

const GOODBYE_MS = 2_000;

/** A signed-in connection. */
export class Session {
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #target: Target;
  #problem: Error | null = null;

  private constructor(client: Client, socket: Socket, target: Target) {
    this.#client = client;
    this.#socket = socket;
    this.#target = target;
  }

  /** Signs in over a connection that stands; `encrypted` says whether it is over TLS. */
  static async signIn(
    socket: Socket,
    target: Target,
    configuration: PostgresConfiguration,
    encrypted: boolean,
  ): Promise<Session> {
    const { host, user, database, password } = configuration;
    const mayReadAlong = !encrypted && classify(target.address) !== 'loopback';
    let isRefused = false;
    const client = new Client({
      stream: () => standing(socket, configuration),
      host: target.address,
      port: target.port,
      user,
      database,
      // As a function: an empty text would make the driver look for one in the environment and in ~/.pgpass.
      password: () => {
        if (isRefused) throw new FailureError('cleartext_password_refused', { host });
        return password;
      },
      ssl: false,
      application_name: 'Headwater',
      client_encoding: 'UTF8',
    });
    // The password itself, for everybody on the way to read. What MD5 and SCRAM send is a proof of it.
    connectionOf(client).once('authenticationCleartextPassword', () => (isRefused = mayReadAlong));
    const session = new Session(client, socket, target);
    client.on('error', (error) => (session.#problem ??= error));
    client.on('end', () => (session.#problem ??= new Error('Connection terminated')));
    try {
      await client.connect();
      return session;
    } catch (error) {
      socket.destroy();
      throw signInFailure(error, configuration, encrypted);
    }
  }

  get isBroken(): boolean {
    return this.#problem !== null;
  }

  async rows<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(text, values)).rows;
  }

  async run(text: string): Promise<void> {
    await this.#client.query(text);
  }

  /** Several at once, for one round trip. */
  async statements(...texts: string[]): Promise<QueryResult[]> {
    return [await this.#client.query(texts.join(';\n'))].flat();
  }

  /** For a query that reads its answer itself, such as COPY's. */
  submit<Query extends Submittable>(query: Query): Query {
    return this.#client.query(query);
  }

  /** Asks the server to stop what it is doing; over a second connection, as the protocol has it. */
  cancel(): void {
    const { processID, secretKey } = this.#client as Client & { processID: number; secretKey: number };
    const request = Buffer.alloc(16);
    for (const [at, value] of [16, 80877102, processID, secretKey].entries())
      request.writeInt32BE(value | 0, at * 4);
    const { address, port } = this.#target;
    const messenger = connect({ host: address, port, timeout: 5_000 }, () => messenger.end(request));
    messenger.on('timeout', () => messenger.destroy());
    messenger.on('error', () => messenger.destroy());
    messenger.unref();
  }

  /** Ends it at once, at the server too, whatever is under way; `reason` is what whoever waits is told. */
  destroy(reason?: Error): void {
    // A server at work would notice the lost connection only when it has something to send.
    if (!this.isBroken) this.cancel();
    this.#problem ??= reason ?? new Error('Connection terminated');
    this.#socket.destroy(reason);
  }

  /** Says goodbye; a server that does not hang up in its turn is not waited for. */
  async close(): Promise<void> {
    const late = setTimeout(() => this.#socket.destroy(), GOODBYE_MS);
    await this.#client.end().catch(() => undefined);
    clearTimeout(late);
    this.#socket.destroy();
  }
}

/** The driver's own part that speaks the protocol; its types don't know it. */
const connectionOf = (client: Client) => (client as Client & { connection: EventEmitter }).connection;

/** A connected socket as the driver wants it: one that it may connect. */
function standing(socket: Socket, { host, port }: PostgresConfiguration): Socket {
  const connectAgain = () => {
    socket.prependOnceListener('data', (answer: Buffer) => {
      if (!isServerMessage(answer)) socket.destroy(new FailureError('not_postgresql', { host, port }));
    });
    process.nextTick(() => {
      socket.resume(); // it was paused with the answer about encryption
      socket.emit('connect');
    });
    return socket;
  };
  return Object.assign(socket, { connect: connectAgain });
}

/** Authentication, error, notice or another protocol version, of a believable length: all that can come first. */
function isServerMessage(bytes: Buffer): boolean {
  if (!'RENv'.includes(String.fromCharCode(bytes[0] ?? 0))) return false;
  return bytes.length < 5 || bytes.readUInt32BE(1) < 64 * 1024;
}
