import { productProcesses } from './processes.ts';

/** Returns a command without the folders of its files, except for the last one, which tells our processes apart. */
export const shortCommand = (command: string) => command.replace(/\S*\/(?=[^/\s]+\/)/g, '').slice(0, 60);

/** Watches the product's processes and records the peak memory and CPU time of each, including short-lived ones. */
export class PeakMemory {
  readonly #peaks = new Map<number, { command: string; peak: number; cpu: number }>();
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number, data: string) {
    this.#timer = setInterval(() => {
      for (const { pid: one, command, peak, cpu } of productProcesses(pid, data))
        this.#peaks.set(one, { command, peak, cpu });
    }, 250);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * Returns one entry per kind of process (its command), the largest first. PostgreSQL's are left out,
   * because their memory is shared.
   */
  workers(): { command: string; peak: number }[] {
    const kinds = new Map<string, number>();
    for (const { command, peak } of this.#peaks.values()) {
      if (!command.includes('postgres')) kinds.set(command, Math.max(peak, kinds.get(command) ?? 0));
    }
    return [...kinds].map(([command, peak]) => ({ command, peak })).sort((a, b) => b.peak - a.peak);
  }

  /** Returns the CPU seconds of each process whose command contains this, except for their last quarter of a second. */
  cpuSecondsOf(command: string): number[] {
    return [...this.#peaks.values()].filter((one) => one.command.includes(command)).map(({ cpu }) => cpu);
  }

  /** Returns the CPU seconds of all processes, including those that have ended, except for their last quarter of a second. */
  get cpuSeconds(): number {
    return this.cpuSecondsOf('').reduce((sum, cpu) => sum + cpu, 0);
  }
}
