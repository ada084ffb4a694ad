import type { CheckStep, CheckStepName, Failure, Finding } from '@headwater/shared/contract';
import { checkStep } from '../check-step.ts';
import { FailureError, toFailure } from '../../../platform/failures/failure.ts';
import { finding } from '../finding.ts';
import type { ConnectorContext } from '../../protocol/protocol.ts';
import { ConnectionAttempt, STEP_SECONDS } from './postgres.connection-attempt.ts';
import { listRelations, type Relation } from './postgres.catalog.ts';
import type { PostgresConfiguration } from './postgres.config.ts';
import { sourceFailure } from './postgres.failure.ts';
import { BEGIN, oneRowStatement, SETTINGS_STATEMENT } from './postgres.statements.ts';

/** The oldest supported version: it and all later ones have the catalogs and settings that are used. */
const MINIMUM_VERSION = 12;

interface Outcome {
  state: 'passed' | 'warning' | 'skipped';
  findings: Finding[];
}
const passed = (...findings: Finding[]): Outcome => ({ state: 'passed', findings });

export async function* check(
  configuration: PostgresConfiguration,
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
    await attempt.close();
  } finally {
    attempt.destroy();
  }
}

function stepsOf(attempt: ConnectionAttempt): [CheckStepName, () => Promise<Outcome>][] {
  let relations: Relation[] = [];
  return [
    ['resolve', async () => passed(finding('address_found', { address: await attempt.resolve() }))],
    ['reach', async () => attempt.reach().then(() => passed())],
    ['tls', () => encrypt(attempt)],
    ['sign_in', async () => attempt.signIn().then(() => passed())],
    ['version', () => version(attempt)],
    [
      'list',
      async () => {
        relations = await list(attempt);
        return passed(...countsOf(relations));
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

async function version({ session }: ConnectionAttempt): Promise<Outcome> {
  const [row] = await session.rows<{ number: string; version: string }>(
    `select pg_catalog.current_setting('server_version_num') as number, pg_catalog.current_setting('server_version') as version`,
  );
  const words = row!.version.split(' ')[0]!;
  if (Number(row!.number) < MINIMUM_VERSION * 10_000) {
    throw new FailureError('server_too_old', { version: words, minimum: MINIMUM_VERSION });
  }
  return passed(finding('server_version', { version: words }));
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
async function readOneRow(
  { session, configuration }: ConnectionAttempt,
  relations: readonly Relation[],
): Promise<Outcome> {
  const candidates = relations.filter(({ isReadable, columns }) => isReadable && columns.length > 0);
  const relation = candidates.find(({ isStored }) => isStored) ?? candidates[0];
  if (!relation) return { state: 'skipped', findings: [] };
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

function failureOf(error: unknown, name: CheckStepName, configuration: PostgresConfiguration): Failure {
  if (name === 'version' || name === 'list')
    return sourceFailure(error, configuration, configuration.database).failure;
  return toFailure(error);
}
