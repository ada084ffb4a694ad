import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FairQueue, type Requester } from '@headwater/base/queue/fair-queue';
import type { Configuration, ExaminedConfiguration } from '@headwater/protocol/protocol';
import { manifestFault } from './manifest/fault.ts';
import type { FromManifestThread } from './manifest.thread.ts';
import { unread } from './rest.config.ts';

/** How long one configuration may take. The largest manifests take a second, and several on a busy machine. */
const LONGEST_MS = 15_000;
const IDLE_MS = 60_000;
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** A thread that examines one configuration after another. It starts with the first, and ends when it's idle. */
class ManifestThread {
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;

  /** Returns null if it takes too much time or memory. */
  async examine(configuration: Configuration): Promise<ExaminedConfiguration | null> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= start());
    try {
      worker.ref();
      const answer = once(worker, 'message', { signal: AbortSignal.timeout(LONGEST_MS) });
      worker.postMessage(configuration);
      const [{ examined }] = (await answer) as [FromManifestThread];
      worker.unref();
      this.#idle = setTimeout(() => this.#stop(), IDLE_MS).unref();
      return examined === null ? null : (JSON.parse(examined) as ExaminedConfiguration);
    } catch (error) {
      this.#stop();
      if (isTooMuch(error as NodeJS.ErrnoException)) return null;
      throw error;
    }
  }

  #stop(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }
}

/** A failure while nobody waits shows in the next examination, which gets no response. */
const start = () =>
  new Worker(new URL('./manifest.thread.ts', import.meta.url), { resourceLimits: LIMITS, execArgv: [] }).on(
    'error',
    () => undefined,
  );

const isTooMuch = ({ name, code }: NodeJS.ErrnoException) =>
  name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';

const thread = new ManifestThread();
const queue = new FairQueue({
  slots: 1,
  waiting: { perUser: 10, perWorkspace: 20, inAll: 100 },
});

/** Examines a configuration in a thread of its own, so that no manifest can keep the API from answering. */
export async function examineInThread(
  given: Configuration,
  requester: Requester,
): Promise<ExaminedConfiguration> {
  const examined = await queue.run(requester, () => thread.examine(given));
  return examined ?? unread(manifestFault('too_costly', 1));
}
