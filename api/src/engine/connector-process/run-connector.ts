import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckStep } from '@headwater/shared/contract';
import { startChild } from '../../platform/processes/start-child.ts';
import { FailureError } from '../../platform/failures/failure.ts';
import type { DiscoveredStream } from '../protocol/protocol.ts';
import type { ConnectorJob, FromConnectorProcess } from './messages.ts';

interface Run {
  /** How long the whole check or discovery may take before its process is killed. */
  timeoutMs: number;
  onStep?(step: CheckStep): void;
  signal?: AbortSignal;
}

/**
 * Runs a check or discovery in a separate process and returns the streams found. Failures are thrown as FailureError.
 */
export async function runConnector(
  given: Omit<ConnectorJob, 'temporaryFolder'>,
  { timeoutMs, onStep, signal }: Run,
): Promise<DiscoveredStream[]> {
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'headwater-'));
  const child = startChild(new URL('./main.ts', import.meta.url), 'reader');
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  const streams: DiscoveredStream[] = [];
  let limit: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      limit = setTimeout(() => reject(timedOut(given.verb, timeoutMs)), timeoutMs);
      child.on('message', (message: FromConnectorProcess) => {
        if (message.type === 'step') onStep?.(message.step);
        else if (message.type === 'streams') streams.push(...message.streams);
        else if (message.failure) reject(new FailureError(message.failure));
        else resolve(streams);
      });
      child.on('exit', () => reject(new FailureError(signal?.aborted ? 'cancelled' : 'process_lost')));
      child.on('error', reject);
      child.send({ ...given, temporaryFolder } satisfies ConnectorJob);
    });
  } finally {
    clearTimeout(limit);
    signal?.removeEventListener('abort', stop);
    child.kill('SIGKILL');
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

const timedOut = (step: string, timeoutMs: number) =>
  new FailureError('step_timed_out', { step, seconds: timeoutMs / 1_000 });
