import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Whether system calls can be made to fail here. */
export const hasStrace = () => spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

/**
 * Lets system calls of a process, and of those that it starts, fail or kill it, if they are about one of these paths.
 * `injection` is strace's, such as `fsync:error=EIO:when=1`. Returns a function that ends it.
 */
export async function injectInto(
  pid: number,
  injection: string,
  ...paths: readonly string[]
): Promise<() => Promise<void>> {
  const calls = injection.split(':')[0]!;
  const options = [
    ...['-f', '-o', '/dev/null', '-p', String(pid)],
    ...['-e', `trace=${calls}`, '-e', `inject=${injection}`],
  ];
  const strace = spawn('strace', [...options, ...paths.flatMap((path) => ['-P', path])]);
  const ended = once(strace, 'exit');
  await once(strace.stderr, 'data'); // It's attached.
  return async () => {
    strace.kill('SIGTERM');
    await ended;
  };
}
