import type { FastifyBaseLogger } from 'fastify';
import { StartError } from '@headwater/shared/contract';
import { migrate } from './migrate.ts';
import { openAppLogin } from './app-login.ts';
import { openDatabase, type Database } from './database.ts';
import { startEmbeddedPostgres } from '@headwater/base/postgres/embedded-postgres';
import { PostgresSupervisor } from './postgres-supervisor.ts';

export interface Store {
  readonly database: Database;
  /** Closes the pool, then stops the embedded server. */
  close(): Promise<void>;
}

interface StoreOptions {
  readonly dataDirectory: string;
  /** Null for the embedded server. */
  readonly databaseUrl: string | null;
  /**
   * Set by long-running processes: broken connections are logged, and the embedded server is
   * restarted when it exits.
   */
  readonly log?: FastifyBaseLogger;
}

/** Opens the metadata store and migrates its schema to this version. */
export async function openStore({ dataDirectory, databaseUrl, log }: StoreOptions): Promise<Store> {
  const embedded = databaseUrl === null ? await startEmbeddedPostgres(dataDirectory) : undefined;
  const connection = embedded?.connection ?? { connectionString: databaseUrl! };
  try {
    const role = await migrate(connection).catch((error: unknown) => {
      throw databaseUrl === null ? error : explain(error);
    });
    const onError = (error: Error) => log?.warn({ err: error }, 'an idle database connection broke');
    const database = embedded
      ? openDatabase(await openAppLogin(connection), null, onError)
      : openDatabase(connection, role, onError);
    const supervisor = embedded && log && new PostgresSupervisor(embedded, log);
    const close = async () => {
      await supervisor?.stop();
      await database.close();
      await embedded?.stop();
    };
    return { database, close };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Explains to the operator why DATABASE_URL's server can't be reached. Returns any other error unchanged. */
function explain(error: unknown): unknown {
  const code = String((error as { code?: unknown }).code ?? '');
  const isConnection = /^(E[A-Z]+|28\w{3}|3D000|08\w{3})$/.test(code);
  if (!isConnection) return error;
  return new StartError(
    `DATABASE_URL: ${(error as Error).message}`,
    'Correct the URL, or start that server.',
    {
      cause: error,
    },
  );
}
