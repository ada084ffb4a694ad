import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type { CheckStepName } from '@headwater/shared/contract';
import { classify, type Target } from '@headwater/base/egress';
import { FailureError } from '@headwater/base/failures/failure';
import type { ConnectorContext } from '@headwater/protocol/protocol';
import type { ServerConfiguration } from './server-config.ts';
import { reach } from './server-socket.ts';
import type { SshTunnel } from './server-tunnel.ts';

export const STEP_SECONDS = 10;

/** Opens a session with a database server step by step, with a time limit for each step. */
export abstract class ServerAttempt<Session extends { destroy(): void }> {
  readonly configuration: ServerConfiguration;
  readonly #context: ConnectorContext;
  #target: Target | null = null;
  #socket: Duplex | null = null;
  #tunnel: SshTunnel | null = null;
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

  protected get socket(): Duplex {
    return this.#socket!;
  }

  /** Whether others could read what isn't encrypted. */
  protected get isExposed(): boolean {
    const { host, tunnel } = this.configuration;
    // Behind a tunnel, the SSH server knows the host.
    if (tunnel) return !(host === 'localhost' || (isIP(host) !== 0 && classify(host) === 'loopback'));
    return classify(this.#target!.address) !== 'loopback';
  }

  /** Resolves the name of the server to connect to, which is the SSH server if there is a tunnel. */
  async resolve(): Promise<string> {
    const { tunnel } = this.configuration;
    const { host, port } = tunnel ?? this.configuration;
    try {
      this.#target = await this.#context.egress.resolve(host, port);
    } catch (error) {
      throw tunnel ? aboutTunnel(error) : error;
    }
    return this.#target.address;
  }

  /** Connects to the database server. Returns the fingerprint of the SSH server's key if there is a tunnel. */
  async reach(): Promise<string | null> {
    const { tunnel } = this.configuration;
    if (!tunnel) {
      this.keep(await reach(this.#target!, this.#end.signal));
      return null;
    }
    const socket = await reach(this.#target!, this.#end.signal).catch((error: unknown) => {
      throw aboutTunnel(error);
    });
    socket.on('error', () => undefined);
    // Loaded only where there is a tunnel.
    const { SshTunnel } = await import('./server-tunnel.ts');
    this.#tunnel = await SshTunnel.open(socket, tunnel, this.#end.signal);
    this.keep(await this.again());
    return this.#tunnel.fingerprint;
  }

  /** Opens a further connection to the same server. */
  protected again(): Promise<Duplex> {
    const { host, port } = this.configuration;
    if (this.#tunnel) return this.#tunnel.connect(host, port);
    return reach(this.#target!, AbortSignal.timeout(STEP_SECONDS * 1_000));
  }

  /** Runs one step within its time limit. On timeout or cancellation, destroys the connection. */
  async within<T>(step: CheckStepName, seconds: number, work: () => Promise<T>): Promise<T> {
    const { signal } = this.#context;
    signal.throwIfAborted();
    const stopped = Promise.withResolvers<never>();
    const late = setTimeout(() => stopped.reject(this.#late(step, seconds)), seconds * 1000);
    const canceled = () => stopped.reject(signal.reason);
    signal.addEventListener('abort', canceled);
    stopped.promise.catch(() => this.destroy());
    try {
      return await Promise.race([work(), stopped.promise]);
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', canceled);
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
    // What has just been said about a statement still has to get through the tunnel.
    if (this.#tunnel) this.#tunnel.destroy();
    else this.#end.abort();
  }

  protected keep(socket: Duplex): void {
    this.#socket = socket;
    socket.on('error', () => undefined); // The pending operation reports it.
  }

  protected begin(session: Session): Session {
    this.#session = session;
    return session;
  }

  #late(step: CheckStepName, seconds: number): FailureError {
    if (step !== 'reach') return new FailureError('step_timed_out', { step, seconds });
    const { tunnel } = this.configuration;
    const { host, port } = tunnel && !this.#tunnel ? tunnel : this.configuration;
    const field = tunnel && !this.#tunnel ? 'tunnel_host' : 'host';
    return new FailureError('connection_timed_out', { host, port, seconds }, { field });
  }
}

/** Makes a failure about the server's fields one about those of the SSH server. */
function aboutTunnel(error: unknown): unknown {
  if (!(error instanceof FailureError) || error.failure.field === null) return error;
  return new FailureError({ ...error.failure, field: `tunnel_${error.failure.field}` });
}
