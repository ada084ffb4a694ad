import { existsSync } from 'node:fs';
import { readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { StartError } from '@headwater/shared/contract';
import { writePrivateFile } from '../disk/private-file.ts';
import type { Connection } from './connection.ts';
import { initializeCluster } from './initialize-cluster.ts';
import { commandOf } from '../processes/process-identity.ts';
import { firstBarrier, postgresUser, type OsUser } from './os-user.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { runningServer, startServer, stopServer, type ServerSettings } from './postgres-server.ts';
import { socketDirectory } from './socket-directory.ts';

export interface EmbeddedPostgres {
  /** Connects as the server's administrator. The product's queries use a lesser role. */
  readonly connection: Connection;
  /** The process ID at the time it was started. */
  readonly pid: number;
  isRunning(): Promise<boolean>;
  /** Starts a server that has exited, on the same socket. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const ADMINISTRATOR = 'headwater';

export interface EmbeddedOptions {
  /** Further `name=value` settings of the server. The tests turn durability off. */
  readonly settings?: readonly string[];
  /** The folder of a package with another PostgreSQL. The tests read from other versions. */
  readonly package?: string | undefined;
}

const paths = (dataDirectory: string) => ({
  cluster: join(dataDirectory, 'postgres'),
  password: join(dataDirectory, 'postgres-password'),
  log: join(dataDirectory, 'postgres.log'),
});

/**
 * Starts the PostgreSQL of a data directory and creates it at the first start. A server that a killed product
 * left running is adopted. The caller holds the data directory's lock.
 */
export async function startEmbeddedPostgres(
  dataDirectory: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const { cluster, password, log } = paths(dataDirectory);
  const user = await postgresUser();
  refuseBarrier(user, cluster);
  const binaries = await findPostgresBinaries(user, dataDirectory, options.package);
  if (!hasEmbeddedPostgres(dataDirectory)) {
    const secret = randomBytes(24).toString('base64url');
    await writePrivateFile(password, secret);
    await initializeCluster({ binaries, cluster, user, administrator: ADMINISTRATOR, password: secret });
  }
  await refuseOtherMajor(cluster, binaries.major);
  const settings: ServerSettings = {
    cluster,
    user,
    log,
    postgres: binaries.postgres,
    sockets: await socketDirectory(dataDirectory, user),
    settings: options.settings ?? [],
  };
  const pid = (await adoptServer(settings)) ?? (await startServer(settings));
  const connection = await embeddedConnection(dataDirectory);
  if (!connection) throw new Error('PostgreSQL has started, but left no postmaster.pid.');
  const stop = async () => {
    await stopServer(cluster);
    // A socket folder in the data directory stays. One in the system's temporary folder is removed.
    if (!settings.sockets.startsWith(dataDirectory)) await rmdir(settings.sockets).catch(() => undefined);
  };
  return {
    connection,
    pid,
    isRunning: async () => (await runningServer(cluster)) !== undefined,
    restart: async () => void (await startServer(settings)),
    stop,
  };
}

/** Adopts a server that a killed product left running. If it isn't ready or is of another version, it is stopped. */
async function adoptServer({ cluster, postgres }: ServerSettings): Promise<number | undefined> {
  const orphan = await runningServer(cluster);
  if (!orphan) return undefined;
  if (orphan.isReady && (await commandOf(orphan.pid)).startsWith(postgres)) return orphan.pid;
  await stopServer(cluster);
  return undefined;
}

/** Returns how to reach the server of a data directory, or null if none is running. Doesn't start one. */
export async function embeddedConnection(dataDirectory: string): Promise<Connection | null> {
  const { cluster, password } = paths(dataDirectory);
  const server = await runningServer(cluster);
  if (!server) return null;
  return {
    host: server.sockets,
    port: server.port,
    user: ADMINISTRATOR,
    password: await readFile(password, 'utf8'),
    database: 'postgres',
  };
}

/** Whether the data directory already holds a cluster. */
export function hasEmbeddedPostgres(dataDirectory: string): boolean {
  return existsSync(join(paths(dataDirectory).cluster, 'PG_VERSION'));
}

function refuseBarrier(user: OsUser | null, cluster: string): void {
  const barrier = user && firstBarrier(user, cluster);
  if (!barrier) return;
  throw new StartError(
    `PostgreSQL runs as the user "${user.name}", who can't reach its data through ${barrier}.`,
    `Set HEADWATER_DATA to a folder outside of it, or let others pass through: chmod o+x ${barrier}`,
  );
}

async function refuseOtherMajor(cluster: string, major: string): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (found === major) return;
  throw new StartError(
    `The data in ${cluster} belongs to PostgreSQL ${found}, but this version of the product includes PostgreSQL ${major}.`,
    `Start the version of the product that wrote it, make a backup, and restore it here. Or run PostgreSQL ${found} on it and set DATABASE_URL.`,
  );
}
