import type { Session } from './mysql.session.ts';
import { noTimeLimit, SETTINGS } from './mysql.statements.ts';

export interface Server {
  name: 'MySQL' | 'MariaDB';
  version: string;
  isMariaDb: boolean;
  /** By which another connection can end this one. */
  connectionId: number;
}

/** Returns what the server is. */
export async function serverOf(session: Session): Promise<Server> {
  const [row] = await session.rows<{ version: string; id: string }>(
    'select version() as version, connection_id() as id',
  );
  const isMariaDb = /mariadb/i.test(row!.version);
  const [version = ''] = /^\d+(\.\d+)*/.exec(row!.version) ?? [];
  return { name: isMariaDb ? 'MariaDB' : 'MySQL', version, isMariaDb, connectionId: Number(row!.id) };
}

/** Makes values and statements look as they are expected to. */
export async function prepareSession(session: Session, { isMariaDb }: Server): Promise<void> {
  for (const statement of SETTINGS) await session.run(statement);
  await session.run(noTimeLimit(isMariaDb));
}
