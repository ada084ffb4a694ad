/**
 * The only kind of queue in which tasks wait for a slot. It is bounded and fair between workspaces, and callers
 * who no longer need the result can leave it.
 *
 *     run() ──slot free──────────────► running ──settled──► the slot goes to the next in line
 *       │                                 ▲
 *       ├──line too long──► QueueFull     │ its turn
 *       └──else──► waiting ───────────────┘
 *                    └──signal aborted, queue closed──► rejected, place given up
 *
 * The next is always the workspace with the fewest running tasks and, among equals, the one that is behind in
 * turns. A workspace's own tasks run in the order in which they were added. p-queue only limits what runs: it has
 * no turns by owner, no limit on what waits, and no position.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #running = new Map<string, number>();
  readonly #lines = new Map<string, Ticket[]>();
  /**
   * The round in which a workspace is served next (start-time fair queueing). It rises by one with each turn,
   * and a workspace that joins starts in the current round, so adding tasks one by one gains no advantage.
   */
  readonly #rounds = new Map<string, number>();
  #round = 0;
  readonly #drained = Promise.withResolvers<void>();
  #runningInAll = 0;
  #waitingInAll = 0;
  #tickets = 0;
  #isClosed = false;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` when it is its turn and returns its outcome. Throws QueueFull, QueueClosed, or
   * the signal's reason.
   */
  async run<T>(
    requester: Requester,
    work: () => Promise<T>,
    { signal, onPosition }: Waiting = {},
  ): Promise<T> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new QueueClosed();
    if (this.#hasSlotFor(requester.workspaceId)) this.#take(requester.workspaceId);
    else await this.#wait(requester, signal, onPosition);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.#release(requester.workspaceId);
    }
  }

  /** Throws what `run` would throw for this requester now, for callers who have to do something before. */
  requireRoom(requester: Requester): void {
    if (this.#isClosed) throw new QueueClosed();
    if (!this.#hasSlotFor(requester.workspaceId)) this.#requirePlace(requester);
  }

  /** Accepts nothing more and rejects waiting tasks. Resolves when the running ones have settled. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const waiting = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#waitingInAll = 0;
    for (const ticket of waiting) ticket.reject(new QueueClosed());
    if (this.#runningInAll > 0) await this.#drained.promise;
  }

  async #wait(
    requester: Requester,
    signal: Waiting['signal'],
    onPosition: Waiting['onPosition'],
  ): Promise<void> {
    this.#requirePlace(requester);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const number = (this.#tickets += 1);
    const ticket: Ticket = { number, requester, start: resolve, reject, onPosition, position: 0 };
    const leave = () => {
      this.#remove(ticket);
      reject(signal?.reason);
    };
    this.#lines.set(requester.workspaceId, [...this.#lineOf(requester.workspaceId), ticket]);
    this.#waitingInAll += 1;
    signal?.addEventListener('abort', leave, { once: true });
    this.#reportPositions();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #requirePlace({ workspaceId, userId }: Requester): void {
    const { perUser, perWorkspace, inAll } = this.#options.waiting;
    const line = this.#lineOf(workspaceId);
    const own = line.filter(({ requester }) => requester.userId === userId);
    if (userId !== null && own.length >= perUser) throw new QueueFull('user');
    if (line.length >= perWorkspace) throw new QueueFull('workspace');
    if (this.#waitingInAll >= inAll) throw new QueueFull('installation');
  }

  #lineOf(workspaceId: string): Ticket[] {
    return this.#lines.get(workspaceId) ?? [];
  }

  #runningOf(workspaceId: string): number {
    return this.#running.get(workspaceId) ?? 0;
  }

  #hasSlotFor(workspaceId: string): boolean {
    const { slots, perWorkspace = slots } = this.#options;
    return this.#runningInAll < slots && this.#runningOf(workspaceId) < perWorkspace;
  }

  #roundOf(workspaceId: string): number {
    return Math.max(this.#round, this.#rounds.get(workspaceId) ?? 0);
  }

  #take(workspaceId: string): void {
    this.#runningInAll += 1;
    this.#running.set(workspaceId, this.#runningOf(workspaceId) + 1);
    this.#round = this.#roundOf(workspaceId);
    this.#rounds.set(workspaceId, this.#round + 1);
    for (const [each, round] of this.#rounds) if (round <= this.#round) this.#rounds.delete(each);
  }

  #release(workspaceId: string): void {
    this.#runningInAll -= 1;
    const left = this.#runningOf(workspaceId) - 1;
    if (left > 0) this.#running.set(workspaceId, left);
    else this.#running.delete(workspaceId);
    this.#startNext();
    if (this.#isClosed && this.#runningInAll === 0) this.#drained.resolve();
  }

  #startNext(): void {
    const [ticket] = this.#inOrder().filter(({ requester }) => this.#hasSlotFor(requester.workspaceId));
    if (!ticket) return;
    // The slot is taken on behalf of the waiting task, so that no one can take it before that task resumes.
    this.#take(ticket.requester.workspaceId);
    ticket.start();
    this.#remove(ticket);
  }

  #remove(ticket: Ticket): void {
    const { workspaceId } = ticket.requester;
    const line = this.#lineOf(workspaceId);
    const rest = line.filter((each) => each !== ticket);
    if (rest.length === line.length) return;
    if (rest.length > 0) this.#lines.set(workspaceId, rest);
    else this.#lines.delete(workspaceId);
    this.#waitingInAll -= 1;
    this.#reportPositions();
  }

  /** All waiting tasks in the order of their turns, if all tasks take the same time. */
  #inOrder(): Ticket[] {
    const order = [...this.#lines].flatMap(([workspaceId, line]) =>
      line.map((ticket, at) => ({
        ticket,
        running: this.#runningOf(workspaceId) + at,
        round: this.#roundOf(workspaceId) + at,
      })),
    );
    order.sort((a, b) => a.running - b.running || a.round - b.round || a.ticket.number - b.ticket.number);
    return order.map(({ ticket }) => ticket);
  }

  #reportPositions(): void {
    for (const [at, ticket] of this.#inOrder().entries()) {
      if (ticket.position === at + 1) continue;
      ticket.position = at + 1;
      ticket.onPosition?.(ticket.position);
    }
  }
}

/** The owner of a task: a workspace and, unless the product itself began it, a user in it. */
export interface Requester {
  readonly workspaceId: string;
  readonly userId: string | null;
}

interface FairQueueOptions {
  /** How many tasks run at a time. */
  readonly slots: number;
  /** How many of one workspace run, even if slots are free. All slots by default. */
  readonly perWorkspace?: number;
  /** How many tasks may wait. */
  readonly waiting: {
    readonly perUser: number;
    readonly perWorkspace: number;
    readonly inAll: number;
  };
}

interface Waiting {
  /** Aborted when the requester leaves. A task that is already running has to listen to it itself. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the position in line, from 1, whenever it changes. Never called for a task that starts at once. */
  readonly onPosition?: ((position: number) => void) | undefined;
}

interface Ticket {
  readonly number: number;
  readonly requester: Requester;
  readonly onPosition: Waiting['onPosition'];
  position: number;
  start(): void;
  reject(reason: unknown): void;
}

/** The line is too long, counting the requester's own tasks, those of their workspace, or all. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
  readonly reached: 'user' | 'workspace' | 'installation';

  constructor(reached: QueueFull['reached']) {
    super(`Too many are waiting already (${reached}).`);
    this.reached = reached;
  }
}

/** The product is stopping. */
export class QueueClosed extends Error {
  override readonly name = 'QueueClosed';

  constructor() {
    super('The queue is closed.');
  }
}
