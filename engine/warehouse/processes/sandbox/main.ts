/** A sandbox process: checks one statement that a person wrote, runs it, and is killed. */
import { flushCompileCache } from 'node:module';
import { foreignText } from '@headwater/base/failures/foreign-text';
import { exitWithParent } from '@headwater/base/processes/exit-with-parent';
import { faultOf } from '../query/version-file.ts';
import { StatementRefused } from './gate.ts';
import type { FromSandbox, ToSandbox } from './messages.ts';
import { SandboxEngine } from './sandbox-engine.ts';

/** How often the memory is measured. The engine's own limit covers only part of it, and a text can have gigabytes. */
const MEASURED_EVERY_MS = 25;

const send = (message: FromSandbox) => void process.send?.(message);
let engine: SandboxEngine | undefined;

exitWithParent();
// Ctrl-C reaches the whole process group, but the parent process decides when this one ends.
process.on('SIGINT', () => undefined);
process.on('message', (message: ToSandbox) => {
  serve(message).catch((error: Error) =>
    send(
      error instanceof StatementRefused
        ? { type: 'refused', fault: error.fault }
        : { type: 'failed', fault: faultOf(error), message: foreignText(error.message) },
    ),
  );
});

async function serve(message: ToSandbox): Promise<void> {
  switch (message.type) {
    case 'open': {
      watchMemory(message.options.residentBytes);
      engine = await SandboxEngine.open(message.options);
      send({ type: 'ready' });
      // Node.js writes its compile cache when a process exits, but this one is killed.
      return flushCompileCache();
    }
    case 'check':
      return send({ type: 'checked', checked: await engine!.check(message.sql, message.zone) });
    case 'prepare':
      return send({ type: 'prepared', columns: await engine!.prepare(message.prepare) });
    case 'write':
      return send({ type: 'written', written: await engine!.write(message.write) });
    case 'run':
      return send({ type: 'result', result: await engine!.run(message.run) });
    case 'plan':
      return send({ type: 'planned', planned: await engine!.plan(message.plan) });
  }
}

/** The engine works in threads of its own, so this runs while it does. */
function watchMemory(residentBytes: number): void {
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > residentBytes) process.kill(process.pid, 'SIGKILL');
  }, MEASURED_EVERY_MS);
  timer.unref();
}
