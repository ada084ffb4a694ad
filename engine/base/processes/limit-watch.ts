import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { FailureError } from '../failures/failure.ts';

const MIB = 1024 ** 2;

/** A process that reads what somebody has sent needs a third of that. */
const RESIDENT_BYTES = 1_536 * MIB;
/** Whatever is read, loaded, or merged gets further and says so: engine-progress.ts. Steps between take a tenth of that. */
const SILENT_SECONDS = 600;
const LOOKED_EVERY_MS = 250;
/** The system counts a process's time in hundredths of a second, on every Linux there is. */
const TICKS = 100;
/** How a process ends that can't get the memory it needs. */
const OUT_OF_MEMORY: ReadonlySet<NodeJS.Signals | null> = new Set(['SIGABRT', 'SIGTRAP']);

interface Limits {
  residentBytes?: number;
  /** Processor time without a message from the process. */
  silentSeconds?: number;
}

/**
 * Watches a process from outside, as its own loop may stand still, and kills it at a limit: of its memory, or of
 * processor time in which it has told us nothing. Where the system doesn't show what a process uses, as on macOS,
 * whoever started it still has its own limit of time.
 */
export class LimitWatch {
  readonly #child: ChildProcess;
  readonly #limits: Required<Limits>;
  readonly #timer: NodeJS.Timeout;
  #heardAt = 0;
  #seconds = 0;
  #reached: FailureError | null = null;

  constructor(
    child: ChildProcess,
    { residentBytes = RESIDENT_BYTES, silentSeconds = SILENT_SECONDS }: Limits = {},
  ) {
    this.#child = child;
    this.#limits = { residentBytes, silentSeconds };
    this.#timer = setInterval(() => this.#look(), LOOKED_EVERY_MS).unref();
    child.on('message', () => (this.#heardAt = this.#seconds));
    child.once('exit', (_code, signal) => {
      clearInterval(this.#timer);
      if (OUT_OF_MEMORY.has(signal)) this.#reached ??= this.#memoryUsedUp();
    });
  }

  /** The limit that ended the process, if one did. Known once it has exited. */
  get reached(): FailureError | null {
    return this.#reached;
  }

  #look(): void {
    const { pid } = this.#child;
    const used = pid === undefined ? null : usageOf(pid);
    if (!used) return;
    this.#seconds = used.seconds;
    const { residentBytes, silentSeconds } = this.#limits;
    if (used.residentBytes > residentBytes) this.#end(this.#memoryUsedUp());
    else if (used.seconds - this.#heardAt > silentSeconds)
      this.#end(new FailureError('work_without_progress', { seconds: silentSeconds }));
  }

  #memoryUsedUp(): FailureError {
    return new FailureError('memory_limit_reached', {
      megabytes: Math.round(this.#limits.residentBytes / MIB),
    });
  }

  #end(reason: FailureError): void {
    this.#reached ??= reason;
    clearInterval(this.#timer);
    this.#child.kill('SIGKILL');
  }
}

/** Returns null if the process is gone, or the system doesn't tell. */
function usageOf(pid: number): { residentBytes: number; seconds: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Its name, which is in parentheses, may hold spaces. The 12th and 13th field after it are the time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      residentBytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024,
      seconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
    };
  } catch {
    return null;
  }
}
