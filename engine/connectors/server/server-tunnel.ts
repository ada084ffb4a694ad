import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import ssh, { type Client, type ClientChannel } from 'ssh2';
import { FailureError } from '@headwater/base/failures/failure';
import type { TunnelConfiguration } from './server-tunnel-config.ts';

/** So that a firewall doesn't close a connection on which a long statement sends nothing. */
const KEEPALIVE_MS = 15_000;
/** How long a last message may take after the tunnel has been given up. */
const GOODBYE_MS = 5_000;
/** `SSH_OPEN_CONNECT_FAILED` of RFC 4254: the SSH server has tried, and couldn't. */
const CONNECT_FAILED = 2;

/** A connection to an SSH server, which connects to databases on our behalf. */
export class SshTunnel {
  readonly #client: Client;
  readonly #configuration: TunnelConfiguration;
  /** How many connections there are, or are being opened. */
  #connections = 0;
  #late: NodeJS.Timeout | undefined;
  /** How the server identifies itself, as `ssh-keygen -l` writes it. */
  readonly fingerprint: string;

  private constructor(client: Client, configuration: TunnelConfiguration, fingerprint: string) {
    this.#client = client;
    this.#configuration = configuration;
    this.fingerprint = fingerprint;
  }

  /**
   * Signs in over an established connection. Nothing secret is sent before the server has identified itself with the
   * key that is trusted. The signal ends it until it's open.
   */
  static open(socket: Socket, configuration: TunnelConfiguration, signal: AbortSignal): Promise<SshTunnel> {
    const { host, user, hostKey } = configuration;
    const secret = secretOf(configuration);
    const client = new ssh.Client();
    let fingerprint = '';
    let stage: 'greeting' | 'identifying' | 'signing_in' = 'greeting';
    return new Promise((resolve, reject) => {
      const give = (error: Error) => {
        client.destroy();
        reject(error);
      };
      const abort = () => give(signal.reason as Error);
      signal.addEventListener('abort', abort, { once: true });
      client.on('handshake', () => (stage = 'signing_in'));
      client.once('ready', () => {
        signal.removeEventListener('abort', abort);
        resolve(new SshTunnel(client, configuration, fingerprint));
      });
      client.on('error', (error) => give(failureOf(error, stage, configuration, fingerprint)));
      client.once('close', () => give(new FailureError('ssh_failed', { host, reason: 'closed' })));
      client.on('keyboard-interactive', (_name, _text, _language, prompts, answer) =>
        answer(prompts.map(() => ('password' in secret ? secret.password : ''))),
      );
      client.connect({
        sock: socket,
        username: user,
        ...secret,
        tryKeyboard: 'password' in secret,
        readyTimeout: 0,
        keepaliveInterval: KEEPALIVE_MS,
        hostVerifier: (key: Buffer) => {
          stage = 'identifying';
          fingerprint = fingerprintOf(key);
          return fingerprint === hostKey;
        },
      });
    });
  }

  /** Returns a connection from the SSH server to this host and port, whose name only it resolves. */
  async connect(host: string, port: number): Promise<Duplex> {
    this.#connections += 1;
    try {
      const channel = await this.#forward(host, port);
      channel.on('error', () => undefined); // The pending operation reports it.
      channel.once('close', () => this.#leave());
      return channel;
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** Ends the tunnel as soon as its connections have ended, one that is about to cancel a statement too, or soon anyway. */
  destroy(): void {
    this.#late ??= setTimeout(() => this.#client.destroy(), GOODBYE_MS);
    this.#endIfUnused();
  }

  #forward(host: string, port: number): Promise<ClientChannel> {
    const { host: server } = this.#configuration;
    const name = host.replace(/^\[|\]$/g, '');
    return new Promise((resolve, reject) => {
      const lost = () => reject(new FailureError('source_disconnected', { host: server }));
      this.#client.once('close', lost);
      this.#client.forwardOut('127.0.0.1', 0, name, port, (error, channel) => {
        this.#client.off('close', lost);
        if (error) reject(refusalOf(error, { host, port, server }));
        else resolve(channel);
      });
    });
  }

  #leave(): void {
    this.#connections -= 1;
    this.#endIfUnused();
  }

  #endIfUnused(): void {
    if (this.#late === undefined || this.#connections > 0) return;
    clearTimeout(this.#late);
    this.#client.destroy();
  }
}

/** As OpenSSH shows it. */
const fingerprintOf = (key: Buffer) =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** Returns what the user signs in with, in the form of the library. Throws if the key can't be used. */
function secretOf(
  configuration: TunnelConfiguration,
): { password: string } | { privateKey: string; passphrase?: string } {
  if (configuration.method === 'password') return { password: configuration.password };
  const { passphrase } = configuration;
  const privateKey = withLines(configuration.key);
  const parsed = ssh.utils.parseKey(privateKey, passphrase || undefined);
  if (parsed instanceof Error) throw keyFailure(parsed.message);
  if (!(Array.isArray(parsed) ? parsed[0]! : parsed).isPrivateKey()) throw keyFailure('It is a public key.');
  return { privateKey, ...(passphrase && { passphrase }) };
}

function keyFailure(reason: string): FailureError {
  const field = /passphrase|decrypt/i.test(reason) ? 'tunnel_passphrase' : 'tunnel_key';
  return new FailureError('ssh_key_unusable', { reason }, { field });
}

const PEM =
  /^\s*(-----BEGIN [A-Z ]+-----)\s*(Proc-Type: 4,ENCRYPTED\s*DEK-Info: AES-\d+-CBC,[0-9A-F]{32})?([\w+/=\s]*)(-----END [A-Z ]+-----)\s*$/;

/** Restores the lines of a key that was pasted into a field of one line. */
function withLines(key: string): string {
  const [all, head, encryption, body = '', foot] = PEM.exec(key) ?? [];
  if (all === undefined) return `${key.trim()}\n`;
  const headers = encryption ? [encryption.replace(/\s*DEK-Info/, '\nDEK-Info'), ''] : [];
  return [head, ...headers, ...(body.replace(/\s+/g, '').match(/.{1,64}/g) ?? []), foot, ''].join('\n');
}

function failureOf(
  error: Error & { level?: string },
  stage: 'greeting' | 'identifying' | 'signing_in',
  { host, port, user, hostKey, method }: TunnelConfiguration,
  fingerprint: string,
): FailureError {
  const internalMessage = error.message;
  if (fingerprint !== '' && fingerprint !== hostKey)
    return new FailureError(hostKey ? 'ssh_host_key_changed' : 'ssh_host_key_unknown', { host, fingerprint });
  if (error.level === 'client-authentication')
    return new FailureError(
      'ssh_refused',
      { host, user },
      { internalMessage, field: method === 'key' ? 'tunnel_key' : 'tunnel_password' },
    );
  if (stage === 'greeting') return new FailureError('not_ssh', { host, port }, { internalMessage });
  return new FailureError('ssh_failed', { host, reason: error.message }, { internalMessage });
}

function refusalOf(
  error: Error & { reason?: number | string },
  values: { host: string; port: number; server: string },
): FailureError {
  const isTried = error.reason === CONNECT_FAILED || error.reason === 'CONNECT_FAILED';
  return new FailureError(isTried ? 'ssh_target_unreachable' : 'ssh_forwarding_refused', values, {
    internalMessage: error.message,
  });
}
