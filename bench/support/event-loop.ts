import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../e2e/support/repository.ts';
import { newFolder } from '../../e2e/support/scratch.ts';
import { until } from '../../e2e/support/until.ts';

export interface Lap {
  /** The longest time between two turns, in ms. On a busy machine, this includes waiting for a core. */
  readonly wall: number;
  /**
   * The longest computation of the main thread between two turns, in ms. The product itself is responsible
   * for it.
   */
  readonly cpu: number;
  /** The number of active timers. */
  readonly timers: number;
}

/** Measures the event loop of a product that is started with `env`. */
export class EventLoop {
  readonly #file = join(newFolder('loop'), 'lap.json');
  readonly env = {
    LOOP_PROBE_FILE: this.#file,
    NODE_OPTIONS: `--import=${join(repository, 'bench/support/loop-probe.ts')}`,
  };

  /** Returns the measurements since the last lap. */
  async lap(pid: number): Promise<Lap> {
    rmSync(this.#file, { force: true });
    process.kill(pid, 'SIGUSR2');
    await until('the probe has written its result', () => existsSync(this.#file) && this.#text() !== '');
    return JSON.parse(this.#text()) as Lap;
  }

  #text(): string {
    return readFileSync(this.#file, 'utf8');
  }
}
