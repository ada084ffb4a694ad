import type { CheckStep, CheckStepName, Failure } from '@headwater/shared/contract';
import { FailureError, toFailure } from '../failure.ts';
import type { ConnectorContext } from '../protocol.ts';
import { Approach, STEP_SECONDS } from './postgres.approach.ts';
import { listRelations, type Relation } from './postgres.catalog.ts';
import type { PostgresConfiguration } from './postgres.config.ts';
import { sourceFailure } from './postgres.failure.ts';
import { BEGIN, oneRowStatement, SETTINGS_STATEMENT } from './postgres.statements.ts';

/** The oldest version that is read: all later ones have the catalogues and settings that are asked for. */
const MINIMUM_VERSION = 12;

interface Outcome {
  state: 'passed' | 'warning' | 'skipped';
  note: string | null;
}
const passed = (note: string | null = null): Outcome => ({ state: 'passed', note });

export async function* check(
  configuration: PostgresConfiguration,
  context: ConnectorContext,
): AsyncIterable<CheckStep> {
  const approach = new Approach(configuration, context);
  try {
    for (const [name, work] of stepsOf(approach)) {
      yield step(name, 'running', null, null, null);
      const started = performance.now();
      let problem: Failure | null = null;
      let outcome: Outcome | null = null;
      try {
        outcome = await approach.within(name, STEP_SECONDS, work);
      } catch (error) {
        context.signal.throwIfAborted();
        problem = failureOf(error, name, configuration);
      }
      yield step(name, problem ? 'failed' : outcome!.state, started, outcome?.note ?? null, problem);
      if (problem) return;
    }
    await approach.close();
  } finally {
    approach.destroy();
  }
}

function stepsOf(approach: Approach): [CheckStepName, () => Promise<Outcome>][] {
  let relations: Relation[] = [];
  return [
    ['resolve', async () => passed(await approach.resolve())],
    ['reach', async () => approach.reach().then(() => passed())],
    ['tls', () => encrypt(approach)],
    ['sign_in', async () => approach.signIn().then(() => passed())],
    ['version', () => version(approach)],
    [
      'list',
      async () => {
        relations = await list(approach);
        return passed(noteOf(relations));
      },
    ],
    ['read_one_row', () => readOneRow(approach, relations)],
  ];
}

async function encrypt(approach: Approach): Promise<Outcome> {
  const { sslmode } = approach.configuration;
  const protocol = await approach.encrypt();
  if (protocol === null) {
    const note = 'The connection is not encrypted.';
    return sslmode === 'disable'
      ? { state: 'skipped', note }
      : { state: 'warning', note: `The server offers no encryption. ${note}` };
  }
  return passed(
    sslmode === 'verify-full' ? `${protocol}, certificate verified` : `${protocol}, certificate not verified`,
  );
}

async function version({ session }: Approach): Promise<Outcome> {
  const [row] = await session.rows<{ number: string; version: string }>(
    `select pg_catalog.current_setting('server_version_num') as number, pg_catalog.current_setting('server_version') as version`,
  );
  const words = row!.version.split(' ')[0]!;
  if (Number(row!.number) < MINIMUM_VERSION * 10_000) {
    throw new FailureError('server_too_old', { version: words, minimum: MINIMUM_VERSION });
  }
  return passed(`PostgreSQL ${words}`);
}

async function list({ session, configuration }: Approach): Promise<Relation[]> {
  await session.run(BEGIN);
  await session.run(SETTINGS_STATEMENT);
  const relations = await listRelations(session);
  if (!relations.some(({ isReadable }) => isReadable))
    throw new FailureError('no_tables', { database: configuration.database });
  return relations;
}

function noteOf(relations: readonly Relation[]): string {
  const readable = relations.filter(({ isReadable }) => isReadable).length;
  const hidden = relations.length - readable;
  const found = readable === 1 ? '1 table' : `${readable} tables`;
  return hidden === 0 ? found : `${found}; ${hidden} more that this user may not read`;
}

/** Of a real table if there is one: a view can take its time. */
async function readOneRow(
  { session, configuration }: Approach,
  relations: readonly Relation[],
): Promise<Outcome> {
  const candidates = relations.filter(({ isReadable, columns }) => isReadable && columns.length > 0);
  const relation = candidates.find(({ isStored }) => isStored) ?? candidates[0];
  if (!relation) return { state: 'skipped', note: null };
  const { schema, table, columns } = relation;
  const name = `${schema}.${table}`;
  try {
    const [found] = await session.rows<{ rows: number }>(oneRowStatement(schema, table, columns));
    return passed(found!.rows > 0 ? name : `${name} (no rows)`);
  } catch (error) {
    throw sourceFailure(error, configuration, name);
  }
}

function failureOf(error: unknown, name: CheckStepName, configuration: PostgresConfiguration): Failure {
  if (name === 'version' || name === 'list')
    return sourceFailure(error, configuration, configuration.database).failure;
  return toFailure(error);
}

function step(
  name: CheckStepName,
  state: CheckStep['state'],
  started: number | null,
  note: string | null,
  problem: Failure | null,
): CheckStep {
  const milliseconds = started === null ? null : Math.round(performance.now() - started);
  return { name, state, milliseconds, note, failure: problem };
}
