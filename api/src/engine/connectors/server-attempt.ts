import type { Socket } from 'node:net';
import type { CheckStepName } from '@headwater/shared/contract';
import type { Target } from '../../platform/egress/index.ts';
import { FailureError } from '../../platform/failures/failure.ts';
import type { ConnectorContext } from '../protocol/protocol.ts';
import type { ServerConfiguration } from './server-config.ts';
import { reach } from './server-socket.ts';

export const STEP_SECONDS = 10;

/** Opens a session with a database server step by step, with a time limit for each step. */
export abstract class ServerAttempt<Session extends { destroy(): void }> {
  readonly configuration: ServerConfiguration;
  readonly #context: ConnectorContext;
  #target: Target | null = null;
  #socket: Socket | null = null;
  #session: Session | null = null;
  readonly #end = new AbortController();

  constructor(configuration: ServerConfiguration, context: ConnectorContext) {
    this.configuration = configuration;
    this.#context = context;
  }

  /** Encrypts the connection and returns the TLS version, or null if it stays unencrypted. */
  abstract encrypt(): Promise<string | null>;
  abstract signIn(): Promise<Session>;
  /** Ends the session after saying goodbye. */
  abstract close(): Promise<void>;

  get session(): Session {
    if (!this.#session) throw new Error('Not signed in');
    return this.#session;
  }

  protected get target(): Target {
    return this.#target!;
  }

  protected get socket(): Socket {
    return this.#socket!;
  }

  async resolve(): Promise<string> {
    const { host, port } = this.configuration;
    this.#target = await this.#context.egress.resolve(host, port);
    return this.#target.address;
  }

  async reach(): Promise<void> {
    this.keep(await reach(this.target, this.#end.signal));
  }

  /** Runs one step within its time limit. On timeout or cancellation, destroys the connection. */
  async within<T>(step: CheckStepName, seconds: number, work: () => Promise<T>): Promise<T> {
    const { signal } = this.#context;
    signal.throwIfAborted();
    const stopped = Promise.withResolvers<never>();
    const late = setTimeout(() => stopped.reject(this.#late(step, seconds)), seconds * 1000);
    const cancelled = () => stopped.reject(signal.reason);
    signal.addEventListener('abort', cancelled);
    stopped.promise.catch(() => this.destroy());
    try {
      return await Promise.race([work(), stopped.promise]);
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', cancelled);
    }
  }

  /** Runs all steps and returns the session. */
  async open(): Promise<Session> {
    try {
      await this.within('resolve', STEP_SECONDS, () => this.resolve());
      await this.within('reach', STEP_SECONDS, () => this.reach());
      await this.within('tls', STEP_SECONDS, () => this.encrypt());
      return await this.within('sign_in', STEP_SECONDS, () => this.signIn());
    } catch (error) {
      this.destroy();
      throw error;
    }
  }

  destroy(): void {
    this.#session?.destroy();
    this.#socket?.destroy();
    this.#end.abort();
  }

  protected keep(socket: Socket): void {
    this.#socket = socket;
    socket.on('error', () => undefined); // The pending operation reports it.
  }

  protected begin(session: Session): Session {
    this.#session = session;
    return session;
  }

  #late(step: CheckStepName, seconds: number): FailureError {
    const { host, port } = this.configuration;
    if (step !== 'reach') return new FailureError('step_timed_out', { step, seconds });
    return new FailureError('connection_timed_out', { host, port, seconds }, { field: 'host' });
  }
}
