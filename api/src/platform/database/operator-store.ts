import { StartError } from '@headwater/shared/contract';
import type { Config } from '../config/config.ts';
import { lockDataDirectory } from '../data-directory/data-directory.ts';
import { openAppLogin } from './app-login.ts';
import { openDatabase } from './database.ts';
import { embeddedConnection, hasEmbeddedPostgres } from '@headwater/base/postgres/embedded-postgres';
import { migrate } from './migrate.ts';
import { openStore, type Store } from './open-store.ts';

const ignore = () => undefined;

/**
 * Opens the store for an operator's command: alongside the product if that is running, otherwise by starting
 * the embedded server for the duration of the command.
 */
export async function openOperatorStore({ dataDirectory, databaseUrl }: Config): Promise<Store> {
  if (databaseUrl !== null) return openStore({ dataDirectory, databaseUrl });
  if (!hasEmbeddedPostgres(dataDirectory)) {
    throw new StartError(
      `There is no data in ${dataDirectory} yet.`,
      'Start the product once, or set HEADWATER_DATA (or DATABASE_URL) to what it was started with.',
    );
  }
  const connection = await embeddedConnection(dataDirectory).catch((cause: unknown) => {
    throw new StartError(
      `The data in ${dataDirectory} belongs to another user.`,
      'Run this as the user who runs the product.',
      { cause },
    );
  });
  if (connection) {
    await migrate(connection);
    const database = openDatabase(await openAppLogin(connection), null, ignore);
    return { database, close: () => database.close() };
  }
  const lock = await lockDataDirectory(dataDirectory);
  try {
    const store = await openStore({ dataDirectory, databaseUrl });
    return { ...store, close: () => store.close().then(lock.release) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
