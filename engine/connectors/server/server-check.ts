import type { CheckStep, CheckStepName, Failure } from '@headwater/shared/contract';
import { toFailure, type FailureError } from '@headwater/base/failures/failure';
import type { ConnectorContext } from '@headwater/protocol/protocol';
import { finding } from '@headwater/protocol/finding';
import { STEP_SECONDS, type ServerAttempt } from './server-attempt.ts';
import type { ServerConfiguration } from './server-config.ts';
import { passed, takeSteps, type Outcome, type Step } from '@headwater/protocol/take-steps';

type Attempt = ServerAttempt<{ destroy(): void }>;

/** Returns the failure for an error, `about` a table or a database. */
type SourceFailure = (error: unknown, configuration: ServerConfiguration, about: string) => FailureError;

/** Connects and signs in, then takes the steps that only this kind of server has, until one fails. */
export async function* checkServer(
  attempt: Attempt,
  steps: readonly Step[],
  context: ConnectorContext,
  sourceFailure: SourceFailure,
): AsyncIterable<CheckStep> {
  const timed = [...connecting(attempt), ...steps].map(([name, work]): Step => [
    name,
    () => attempt.within(name, STEP_SECONDS, work),
  ]);
  try {
    const isWhole = yield* takeSteps(timed, context.signal, (error, name) =>
      failureOf(error, name, attempt.configuration, sourceFailure),
    );
    if (isWhole) await attempt.close();
  } finally {
    attempt.destroy();
  }
}

const connecting = (attempt: Attempt): readonly Step[] => [
  ['resolve', async () => passed(finding('address_found', { address: await attempt.resolve() }))],
  ['reach', () => reach(attempt)],
  ['tls', () => encrypt(attempt)],
  ['sign_in', async () => attempt.signIn().then(() => passed())],
];

async function reach(attempt: Attempt): Promise<Outcome> {
  const fingerprint = await attempt.reach();
  const host = attempt.configuration.tunnel?.host;
  return host && fingerprint ? passed(finding('through_ssh', { host, fingerprint })) : passed();
}

async function encrypt(attempt: Attempt): Promise<Outcome> {
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

function failureOf(
  error: unknown,
  name: CheckStepName,
  configuration: ServerConfiguration,
  sourceFailure: SourceFailure,
): Failure {
  if (name === 'version' || name === 'list')
    return sourceFailure(error, configuration, configuration.database).failure;
  return toFailure(error);
}
