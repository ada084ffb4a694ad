import { createConnection, type Connection } from 'mysql2';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { FailureError } from '@headwater/base/failures/failure';
import { encrypt } from '../server-socket.ts';
import type { ServerConfiguration } from '../server-config.ts';
import { signInFailure } from './mysql.failure.ts';

/** A row's values as the server's own text. */
export type RowValues = readonly (Buffer | null)[];

/** The driver's parts that its types don't include. */
interface Internals {
  stream: Duplex;
  startTLS(done: (error?: Error) => void): void;
  write(bytes: Buffer): void;
  packetParser: { execute(bytes: Buffer): void };
  _handleNetworkError(error: Error): void;
}

interface RowListener {
  row(values: RowValues): void;
  end(error: Error | null): void;
}

/** A connection over an established socket. */
export class Session {
  readonly #connection: Connection;
  readonly #socket: Duplex;
  readonly #configuration: ServerConfiguration;
  readonly #secured = Promise.withResolvers<TLSSocket>();
  readonly #signedIn = Promise.withResolvers<void>();
  #problem: Error | null = null;
  #listener: RowListener | null = null;
  /** Called with the number of bytes whenever some arrive. */
  onBytes: (bytes: number) => void = () => undefined;

  constructor(socket: Duplex, configuration: ServerConfiguration, { tls }: { tls: boolean }) {
    const { host, user, password, database } = configuration;
    this.#socket = socket;
    this.#configuration = configuration;
    this.#secured.promise.catch(() => undefined);
    this.#signedIn.promise.catch(() => undefined);
    this.#connection = createConnection({
      stream: socket,
      host,
      user,
      password,
      database,
      charset: 'UTF8MB4_GENERAL_CI',
      // A server could ask for any file of this machine.
      flags: ['-LOCAL_FILES'],
      ...(tls && { ssl: {} }),
      connectTimeout: 0,
      // Without code that is made from the server's column names.
      disableEval: true,
      connectAttributes: { program_name: 'Headwater' },
    });
    this.#internals.startTLS = (done) => void this.#encrypt(done);
    socket.on('data', ({ length }) => this.onBytes(length));
    this.#connection.on('connect', () => this.#signedIn.resolve());
    this.#connection.on('error', (error) => this.#lose(error));
    this.#connection.on('end', () => this.#lose(new Error('Connection terminated')));
    process.nextTick(() => socket.resume()); // It was paused after the greeting.
  }

  get isBroken(): boolean {
    return this.#problem !== null;
  }

  /** Settled when the connection is encrypted, before the password is sent. */
  get secured(): Promise<TLSSocket> {
    return this.#secured.promise;
  }

  async signIn(): Promise<void> {
    try {
      await this.#signedIn.promise;
    } catch (error) {
      throw signInFailure(error, this.#configuration);
    }
  }

  /** Returns a small result, with each value as text. */
  rows<Row>(sql: string): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#problem) return reject(this.#problem);
      this.#connection.query({ sql, typeCast: (field) => field.string('utf8') }, (error, rows) =>
        error ? reject(error) : resolve(rows as Row[]),
      );
    });
  }

  async run(sql: string): Promise<void> {
    await this.rows(sql);
  }

  /** Sends rows to the listener one by one as they arrive, until it pauses. */
  stream(sql: string, listener: RowListener): void {
    if (this.#problem) return listener.end(this.#problem);
    this.#listener = listener;
    const end = (error: Error | null) => {
      if (this.#listener === listener) this.#listener = null;
      listener.end(error);
    };
    const query = this.#connection.query({ sql, rowsAsArray: true, typeCast: false });
    query.on('result', (row: unknown) =>
      Array.isArray(row)
        ? listener.row(row as (Buffer | null)[])
        : end(new FailureError('source_error', { reason: 'The server sent no rows.' })),
    );
    query.on('error', end);
    query.on('end', () => end(null));
  }

  pause(): void {
    this.#connection.pause();
  }

  resume(): void {
    this.#connection.resume();
  }

  /** Ends the session immediately. A statement that is running fails with `reason`. */
  destroy(reason: Error = new Error('Connection terminated')): void {
    this.#lose(reason);
    this.#socket.destroy();
  }

  /** Closes the session after saying goodbye. */
  close(): void {
    this.#problem ??= new Error('Connection terminated');
    this.#connection.end(() => this.#socket.destroy());
  }

  /** As for every source: the same certificate authorities, and the host's name or address is verified. */
  async #encrypt(done: (error?: Error) => void): Promise<void> {
    const internals = this.#internals;
    this.#socket.removeAllListeners('data');
    try {
      const encrypted = await encrypt(this.#socket, this.#configuration);
      internals.stream = encrypted;
      internals.write = (bytes) => encrypted.write(bytes);
      encrypted.on('data', (bytes: Buffer) => {
        this.onBytes(bytes.length);
        internals.packetParser.execute(bytes);
      });
      encrypted.on('error', (error) => internals._handleNetworkError(error));
      this.#secured.resolve(encrypted);
      done();
    } catch (error) {
      this.#secured.reject(error);
      done(error as Error);
    }
  }

  #lose(error: Error): void {
    this.#problem ??= error;
    this.#secured.reject(signInFailure(error, this.#configuration));
    this.#signedIn.reject(error);
    this.#listener?.end(error);
    this.#listener = null;
  }

  get #internals(): Internals {
    return this.#connection as unknown as Internals;
  }
}
