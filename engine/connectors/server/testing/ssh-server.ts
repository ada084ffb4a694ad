import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createHash, generateKeyPairSync } from 'node:crypto';
import ssh, { type Connection } from 'ssh2';

export const SSH_USER = 'tunnel';
export const SSH_PASSWORD = 'a password, only for SSH';

/** An SSH server on this machine, which connects to where it's asked to, and has a host key of its own. */
export interface SshServer {
  port: number;
  fingerprint: string;
  /** A key that it accepts, without and with a passphrase. */
  key: string;
  lockedKey: string;
  /** The same with a passphrase, as OpenSSH wrote keys before 2018. */
  pemKey: string;
  /** How often somebody has tried to sign in. */
  signIns(): number;
  /** The hosts and ports that it was asked to connect to. */
  targets: string[];
  /** Cuts all connections. */
  cut(): void;
  stop(): Promise<void>;
}

export const PASSPHRASE = 'only for the key';

/** Starts a server that refuses to forward anything if `forwards` is false. */
export async function startSshServer({ forwards = true } = {}): Promise<SshServer> {
  const host = newKey();
  const user = newKey();
  const locked = newKey({ passphrase: PASSPHRASE, cipher: 'aes256-ctr', rounds: 2 });
  const { privateKey: pem } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pemKey = pem.export({ type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE });
  const parsed = ssh.utils.parseKey(pem.export({ type: 'pkcs1', format: 'pem' }));
  if (parsed instanceof Error) throw parsed;
  const allowed = [...[user.public, locked.public].map(publicBytes), parsed.getPublicSSH()];
  const targets: string[] = [];
  const clients = new Set<Connection>();
  const sockets = new Set<Socket>();
  let signIns = 0;
  const server = new ssh.Server({ hostKeys: [host.private] }, (client) => {
    clients.add(client);
    client.on('error', () => undefined);
    client.on('close', () => clients.delete(client));
    client.on('authentication', (attempt) => {
      if (attempt.method !== 'none') signIns += 1;
      const isUser = attempt.username === SSH_USER;
      const isPassword = attempt.method === 'password' && attempt.password === SSH_PASSWORD;
      const isKey = attempt.method === 'publickey' && allowed.some((key) => key.equals(attempt.key.data));
      if (isUser && (isPassword || isKey)) attempt.accept();
      else attempt.reject(['password', 'publickey']);
    });
    if (!forwards) return;
    client.on('tcpip', (accept, reject, { destIP, destPort }) => {
      targets.push(`${destIP}:${destPort}`);
      const socket = connect({ port: destPort, host: destIP, noDelay: true });
      sockets.add(socket);
      socket.once('error', () => reject());
      socket.once('connect', () => {
        const channel = accept();
        channel.on('error', () => undefined);
        socket.on('error', () => channel.close());
        channel.on('close', () => socket.destroy());
        channel.pipe(socket).pipe(channel);
      });
    });
  });
  // As OpenSSH does, and unlike the library's own listener.
  const listener = createServer({ noDelay: true }, (socket) => server.injectSocket(socket));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const client of clients) client.end();
  };
  return {
    port: (listener.address() as AddressInfo).port,
    fingerprint: `SHA256:${createHash('sha256').update(publicBytes(host.public)).digest('base64').replace(/=+$/, '')}`,
    key: user.private,
    lockedKey: locked.private,
    pemKey: String(pemKey),
    signIns: () => signIns,
    targets,
    cut,
    async stop() {
      cut();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

// One in 200 ED25519 keys that the library generates can't be read, because it leaves out leading zeros.
const newKey = (more = {}) => ssh.utils.generateKeyPairSync('ecdsa', { bits: 256, ...more });

const publicBytes = (key: string) => Buffer.from(key.split(' ')[1]!, 'base64');
