import type { CheckStep, CheckStepName, Failure, Finding } from '@headwater/shared/contract';
import { FailureError, toFailure } from '../../../platform/failures/failure.ts';
import type { ConnectorContext } from '../../protocol/protocol.ts';
import { checkStep } from '../check-step.ts';
import { finding } from '../finding.ts';
import { listRelations, type Relation } from './mysql.catalog.ts';
import type { MysqlConfiguration } from './mysql.config.ts';
import { ConnectionAttempt, STEP_SECONDS } from './mysql.connection-attempt.ts';
import { sourceFailure } from './mysql.failure.ts';
import { prepareSession, serverOf, type Server } from './mysql.server.ts';
import { oneRowStatement } from './mysql.statements.ts';

/** The oldest supported versions. */
const MINIMUM = { MySQL: 8, MariaDB: 10.5 };

interface Outcome {
  state: 'passed' | 'warning' | 'skipped';
  findings: Finding[];
}

const passed = (...findings: Finding[]): Outcome => ({ state: 'passed', findings });

export async function* check(
  configuration: MysqlConfiguration,
  context: ConnectorContext,
): AsyncIterable<CheckStep> {
  const attempt = new ConnectionAttempt(configuration, context);
  try {
    for (const [name, work] of stepsOf(attempt)) {
      yield checkStep(name, 'running');
      const started = performance.now();
      let problem: Failure | null = null;
      let outcome: Outcome | undefined;
      try {
        outcome = await attempt.within(name, STEP_SECONDS, work);
      } catch (error) {
        context.signal.throwIfAborted();
        problem = failureOf(error, name, configuration);
      }
      const findings = outcome?.findings;
      yield checkStep(name, outcome?.state ?? 'failed', { started, findings, failure: problem });
      if (problem) return;
    }
    attempt.session.close();
  } finally {
    attempt.destroy();
  }
}

function stepsOf(attempt: ConnectionAttempt): [CheckStepName, () => Promise<Outcome>][] {
  let server: Server;
  let relations: Relation[] = [];
  return [
    ['resolve', async () => passed(finding('address_found', { address: await attempt.resolve() }))],
    ['reach', async () => attempt.reach().then(() => passed())],
    ['tls', () => encrypt(attempt)],
    ['sign_in', async () => attempt.signIn().then(() => passed())],
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
  ];
}

async function encrypt(attempt: ConnectionAttempt): Promise<Outcome> {
  const { sslmode } = attempt.configuration;
  const protocol = await attempt.encrypt();
  if (protocol === null) {
    return sslmode === 'disable'
      ? { state: 'skipped', findings: [finding('not_encrypted')] }
      : { state: 'warning', findings: [finding('encryption_not_offered')] };
  }
  const code = sslmode === 'verify-full' ? 'certificate_verified' : 'certificate_not_verified';
  return passed(finding(code, { protocol }));
}

function version({ name: server, version: words }: Server): Outcome {
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
async function readOneRow(
  { session, configuration }: ConnectionAttempt,
  relations: readonly Relation[],
): Promise<Outcome> {
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

function failureOf(error: unknown, name: CheckStepName, configuration: MysqlConfiguration): Failure {
  if (name === 'version' || name === 'list')
    return sourceFailure(error, configuration, configuration.database).failure;
  return toFailure(error);
}
