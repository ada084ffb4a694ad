import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckStep, FilePreview, RequestTest, StreamPreview } from '@headwater/shared/contract';
import { LimitWatch } from '@headwater/base/processes/limit-watch';
import { isRunning, startChild } from '@headwater/base/processes/start-child';
import { FailureError } from '@headwater/base/failures/failure';
import type { DiscoveredStream } from '@headwater/protocol/protocol';
import type { ConnectorJob, FromConnectorProcess, ToConnectorProcess } from './messages.ts';

interface Run {
  /** How long the whole job may take before its process is stopped. */
  timeoutMs: number;
  onStep?(step: CheckStep): void;
  signal?: AbortSignal | undefined;
}

type Job<Verb extends ConnectorJob['verb']> = Omit<Extract<ConnectorJob, { verb: Verb }>, 'temporaryFolder'>;

/** How long a process may take to end what it has begun at the source. */
const CANCEL_MS = 2_000;

/**
 * Runs a check or discovery in a separate process and returns the streams found. Failures are thrown as FailureError.
 */
export async function runConnector(given: Job<'check' | 'discover'>, run: Run): Promise<DiscoveredStream[]> {
  const streams: DiscoveredStream[] = [];
  const { timeoutMs: limit } = run;
  const timedOut = new FailureError('step_timed_out', { step: given.verb, seconds: limit / 1_000 });
  await runJob(given, run, timedOut, (message) => {
    if (message.type === 'step') run.onStep?.(message.step);
    if (message.type === 'streams') streams.push(...message.streams);
  });
  return streams;
}

/** Previews a stream in a separate process. Failures are thrown as FailureError. */
export async function runPreview(given: Job<'preview'>, run: Run): Promise<StreamPreview> {
  let found: StreamPreview | undefined;
  const seconds = run.timeoutMs / 1_000;
  const timedOut = new FailureError('preview_timed_out', { table: given.stream.tableName, seconds });
  await runJob(given, run, timedOut, (message) => {
    if (message.type === 'preview') found = message.preview;
  });
  if (!found) throw new FailureError('process_lost');
  return found;
}

/** Looks at uploaded files in a separate process. Failures are thrown as FailureError. */
export async function runFilePreview(given: Job<'preview_files'>, run: Run): Promise<FilePreview> {
  let found: FilePreview | undefined;
  const seconds = run.timeoutMs / 1_000;
  const timedOut = new FailureError('files_preview_timed_out', { seconds });
  await runJob(given, run, timedOut, (message) => {
    if (message.type === 'file_preview') found = message.preview;
  });
  if (!found) throw new FailureError('process_lost');
  return found;
}

/** Tests the requests of a stream in a separate process. Failures are thrown as FailureError. */
export async function runRequestTest(given: Job<'test_requests'>, run: Run): Promise<RequestTest> {
  let found: RequestTest | undefined;
  const seconds = run.timeoutMs / 1_000;
  const timedOut = new FailureError('preview_timed_out', { table: given.stream, seconds });
  await runJob(given, run, timedOut, (message) => {
    if (message.type === 'request_test') found = message.test;
  });
  if (!found) throw new FailureError('process_lost');
  return found;
}

async function runJob(
  given: Job<ConnectorJob['verb']>,
  { timeoutMs, signal }: Run,
  timedOut: FailureError,
  onMessage: (message: FromConnectorProcess) => void,
): Promise<void> {
  signal?.throwIfAborted();
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'headwater-'));
  const child = startChild(new URL('./main.ts', import.meta.url), 'reader');
  const limits = new LimitWatch(child);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const limit = setTimeout(() => reject(timedOut), timeoutMs);
  const cancel = () => reject(new FailureError('canceled'));
  signal?.addEventListener('abort', cancel);
  child.on('message', (message: FromConnectorProcess) => {
    if (message.type !== 'done') onMessage(message);
    else if (message.failure) reject(new FailureError(message.failure));
    else resolve();
  });
  child.on('exit', () => reject(limits.reached ?? new FailureError('process_lost')));
  child.on('error', reject);
  const job = { ...given, temporaryFolder } as ConnectorJob;
  try {
    child.send({ type: 'start', job } satisfies ToConnectorProcess);
    await promise;
  } finally {
    clearTimeout(limit);
    signal?.removeEventListener('abort', cancel);
    if (given.verb === 'preview') await cancelIn(child);
    else child.kill('SIGKILL');
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/** Lets a process that still runs cancel what it has begun at the source. A busy server wouldn't notice that it is gone. */
async function cancelIn(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const exited = once(child, 'exit');
  if (child.connected) child.send({ type: 'cancel' } satisfies ToConnectorProcess, () => undefined);
  const late = setTimeout(() => child.kill('SIGKILL'), CANCEL_MS);
  await exited;
  clearTimeout(late);
}
