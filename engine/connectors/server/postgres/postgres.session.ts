import { Client, type DatabaseError, type QueryResult, type QueryResultRow, type Submittable } from 'pg';
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { FailureError } from '@headwater/base/failures/failure';
import type { ServerConfiguration } from '../server-config.ts';
import { signInFailure } from './postgres.failure.ts';

const GOODBYE_MS = 2_000;
const CANCEL_MS = 5_000;

/** A signed-in connection. */
export class Session {
  readonly #client: Client;
  readonly #socket: Duplex;
  readonly #again: () => Promise<Duplex>;
  #problem: Error | null = null;

  private constructor(client: Client, socket: Duplex, again: () => Promise<Duplex>) {
    this.#client = client;
    this.#socket = socket;
    this.#again = again;
  }

  /**
   * Signs in over an established connection. `isEncrypted` says whether it uses TLS, `isExposed` whether others could
   * read it if it doesn't, and `again` opens a second one.
   */
  static async signIn(
    socket: Duplex,
    configuration: ServerConfiguration,
    way: { isEncrypted: boolean; isExposed: boolean; again(): Promise<Duplex> },
  ): Promise<Session> {
    const { host, port, user, database, password } = configuration;
    const isExposed = !way.isEncrypted && way.isExposed;
    let isRefused = false;
    const client = new Client({
      stream: () => asUnconnected(socket, configuration),
      host,
      port,
      user,
      database,
      // A function, because an empty string would make the driver look in the environment and in ~/.pgpass.
      password: () => {
        if (isRefused) throw new FailureError('cleartext_password_refused', { host });
        return password;
      },
      ssl: false,
      application_name: 'Headwater',
      client_encoding: 'UTF8',
    });
    // The server requests the password itself, which could be read on the way. MD5 and SCRAM only send a proof of it.
    connectionOf(client).once('authenticationCleartextPassword', () => (isRefused = isExposed));
    const session = new Session(client, socket, way.again);
    client.on('error', (error) => (session.#problem ??= error));
    client.on('end', () => (session.#problem ??= new Error('Connection terminated')));
    try {
      await client.connect();
      return session;
    } catch (error) {
      socket.destroy();
      throw signInFailure(error, configuration, way.isEncrypted);
    }
  }

  get isBroken(): boolean {
    return this.#problem !== null;
  }

  /** Why the connection is lost, or null if it isn't. */
  get problem(): Error | null {
    return this.#problem;
  }

  /** Notes what the server said before it ended the session, which says more than that it did. */
  wasEndedBy(error: DatabaseError): void {
    this.#problem = error;
  }

  async rows<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(text, values)).rows;
  }

  async run(text: string): Promise<void> {
    await this.#client.query(text);
  }

  /** Runs several statements in one round trip. */
  async statements(...texts: string[]): Promise<QueryResult[]> {
    return [await this.#client.query(texts.join(';\n'))].flat();
  }

  /** Submits a query that reads its result itself, such as COPY. */
  submit<Query extends Submittable>(query: Query): Query {
    return this.#client.query(query);
  }

  /** Asks the server to cancel the current statement, over a second connection as the protocol requires. */
  cancel(): void {
    const { processID, secretKey } = this.#client as Client & { processID: number; secretKey: number };
    const request = Buffer.alloc(16);
    for (const [at, value] of [16, 80877102, processID, secretKey].entries())
      request.writeInt32BE(value | 0, at * 4);
    void this.#again().then(
      (messenger) => {
        messenger.on('error', () => messenger.destroy());
        messenger.end(request);
        messenger.resume(); // The server closes it without a response, which has to be read to be noticed.
        setTimeout(() => messenger.destroy(), CANCEL_MS).unref();
      },
      () => undefined,
    );
  }

  /** Ends the session immediately, also on the server, even if a statement is running. That fails with `reason`. */
  destroy(reason?: Error): void {
    // A busy server notices a lost connection only when it has something to send.
    if (!this.isBroken) this.cancel();
    this.#problem ??= reason ?? new Error('Connection terminated');
    this.#socket.destroy(reason);
  }

  /** Closes the session, without waiting long for the server to close its side. */
  async close(): Promise<void> {
    const late = setTimeout(() => this.#socket.destroy(), GOODBYE_MS);
    await this.#client.end().catch(() => undefined);
    clearTimeout(late);
    this.#socket.destroy();
  }
}

/** Returns the driver's protocol connection, which its types don't include. */
const connectionOf = (client: Client) => (client as Client & { connection: EventEmitter }).connection;

/** Makes a connected socket fit for the driver, which wants to connect it itself. */
function asUnconnected(socket: Duplex, { host, port }: ServerConfiguration): Duplex {
  const connectAgain = () => {
    socket.prependOnceListener('data', (response: Buffer) => {
      if (!isServerMessage(response)) socket.destroy(new FailureError('not_postgresql', { host, port }));
    });
    process.nextTick(() => {
      socket.resume(); // It was paused after the response to the TLS request.
      socket.emit('connect');
    });
    return socket;
  };
  const setNoDelay = 'setNoDelay' in socket ? socket.setNoDelay : () => socket; // A channel of SSH has none.
  return Object.assign(socket, { connect: connectAgain, setNoDelay });
}

/** Returns whether a server can send these bytes first: authentication, error, notice, or protocol version. */
function isServerMessage(bytes: Buffer): boolean {
  if (!'RENv'.includes(String.fromCharCode(bytes[0] ?? 0))) return false;
  return bytes.length < 5 || bytes.readUInt32BE(1) < 64 * 1024;
}
