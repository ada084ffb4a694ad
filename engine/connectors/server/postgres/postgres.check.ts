import type { CheckStep, Finding } from '@headwater/shared/contract';
import { FailureError } from '@headwater/base/failures/failure';
import type { ConnectorContext } from '@headwater/protocol/protocol';
import { finding } from '@headwater/protocol/finding';
import { checkServer } from '../server-check.ts';
import { passed, skipped } from '@headwater/protocol/take-steps';
import type { ServerConfiguration } from '../server-config.ts';
import { listRelations, type Relation } from './postgres.catalog.ts';
import { ConnectionAttempt } from './postgres.connection-attempt.ts';
import { sourceFailure } from './postgres.failure.ts';
import { replicaSeconds } from './postgres.replica.ts';
import { BEGIN, oneRowStatement, SETTINGS_STATEMENT } from './postgres.statements.ts';

/** The oldest supported version: it and all later ones have the catalogs and settings that are used. */
const MINIMUM_VERSION = 12;

export function check(
  configuration: ServerConfiguration,
  context: ConnectorContext,
): AsyncIterable<CheckStep> {
  const attempt = new ConnectionAttempt(configuration, context);
  let relations: Relation[] = [];
  return checkServer(
    attempt,
    [
      ['version', () => version(attempt)],
      [
        'list',
        async () => {
          relations = await list(attempt);
          return passed(...countsOf(relations));
        },
      ],
      ['read_one_row', () => readOneRow(attempt, relations)],
    ],
    context,
    sourceFailure,
  );
}

async function version({ session }: ConnectionAttempt) {
  const [row] = await session.rows<{ number: string; version: string }>(
    `select pg_catalog.current_setting('server_version_num') as number, pg_catalog.current_setting('server_version') as version`,
  );
  const words = row!.version.split(' ')[0]!;
  if (Number(row!.number) < MINIMUM_VERSION * 10_000) {
    throw new FailureError('server_too_old', { version: words, minimum: MINIMUM_VERSION });
  }
  const seconds = await replicaSeconds(session);
  const replica = seconds === null ? [] : [finding('server_replica', { seconds })];
  return passed(finding('server_version', { version: words }), ...replica);
}

async function list({ session, configuration }: ConnectionAttempt): Promise<Relation[]> {
  await session.run(BEGIN);
  await session.run(SETTINGS_STATEMENT);
  const relations = await listRelations(session);
  if (!relations.some(({ isReadable }) => isReadable))
    throw new FailureError('no_tables', { database: configuration.database });
  return relations;
}

function countsOf(relations: readonly Relation[]): Finding[] {
  const readable = relations.filter(({ isReadable }) => isReadable).length;
  const hidden = relations.length - readable;
  const found = finding('tables_found', { tables: readable });
  return hidden === 0 ? [found] : [found, finding('tables_hidden', { tables: hidden })];
}

/** Reads from a real table if there is one, because a view can be slow. */
async function readOneRow({ session, configuration }: ConnectionAttempt, relations: readonly Relation[]) {
  const candidates = relations.filter(({ isReadable, columns }) => isReadable && columns.length > 0);
  const relation = candidates.find(({ isStored }) => isStored) ?? candidates[0];
  if (!relation) return skipped;
  const name = `${relation.schema}.${relation.table}`;
  try {
    const [found] = await session.rows<{ rows: number }>(oneRowStatement(relation));
    return passed(finding(found!.rows > 0 ? 'row_read' : 'table_empty', { table: name }));
  } catch (error) {
    const isAlive = await session.run('rollback').then(
      () => true,
      () => false,
    );
    throw sourceFailure(error, configuration, name, isAlive);
  }
}
