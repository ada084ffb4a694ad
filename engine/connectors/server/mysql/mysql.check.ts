import type { CheckStep } from '@headwater/shared/contract';
import { FailureError } from '@headwater/base/failures/failure';
import type { ConnectorContext } from '@headwater/protocol/protocol';
import { finding } from '@headwater/protocol/finding';
import { checkServer } from '../server-check.ts';
import { passed } from '@headwater/protocol/take-steps';
import type { ServerConfiguration } from '../server-config.ts';
import { listRelations, type Relation } from './mysql.catalog.ts';
import { ConnectionAttempt } from './mysql.connection-attempt.ts';
import { sourceFailure } from './mysql.failure.ts';
import { prepareSession, serverOf, type Server } from './mysql.server.ts';
import { oneRowStatement } from './mysql.statements.ts';

/** The oldest supported versions. */
const MINIMUM = { MySQL: 8, MariaDB: 10.5 };

export function check(
  configuration: ServerConfiguration,
  context: ConnectorContext,
): AsyncIterable<CheckStep> {
  const attempt = new ConnectionAttempt(configuration, context);
  let server: Server;
  let relations: Relation[] = [];
  return checkServer(
    attempt,
    [
      [
        'version',
        async () => {
          server = await serverOf(attempt.session);
          return version(server);
        },
      ],
      [
        'list',
        async () => {
          relations = await list(attempt, server);
          const readable = relations.filter(({ isReadable }) => isReadable).length;
          return passed(finding('tables_found', { tables: readable }));
        },
      ],
      ['read_one_row', () => readOneRow(attempt, relations)],
    ],
    context,
    sourceFailure,
  );
}

function version({ name: server, version: words }: Server) {
  const minimum = MINIMUM[server];
  const [major = 0, minor = 0] = words.split('.').map(Number);
  const [least = 0, leastMinor = 0] = String(minimum).split('.').map(Number);
  if (major < least || (major === least && minor < leastMinor))
    throw new FailureError('mysql_too_old', { server, version: words, minimum: String(minimum) });
  return passed(finding('server_named', { server, version: words }));
}

async function list({ session, configuration }: ConnectionAttempt, server: Server): Promise<Relation[]> {
  await prepareSession(session, server);
  const relations = await listRelations(session, server.isMariaDb);
  if (!relations.some(({ isReadable }) => isReadable))
    throw new FailureError('no_tables', { database: configuration.database });
  return relations;
}

/** Reads from a real table if there is one, because a view can be slow. */
async function readOneRow({ session, configuration }: ConnectionAttempt, relations: readonly Relation[]) {
  const candidates = relations.filter(({ isReadable }) => isReadable);
  const relation = candidates.find(({ isView }) => !isView) ?? candidates[0]!;
  const name = `${relation.schema}.${relation.table}`;
  try {
    const [row] = await session.rows<{ found: string }>(oneRowStatement(relation));
    return passed(finding(row!.found === '0' ? 'table_empty' : 'row_read', { table: name }));
  } catch (error) {
    throw sourceFailure(error, configuration, name);
  }
}
