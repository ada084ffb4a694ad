/**
 * The one kind of queue in which work waits for a slot: bounded, fair between workspaces, left by whoever no longer
 * needs the result.
 *
 *     run() ──slot free──────────────► running ──settled──► the slot goes to the next in line
 *       │                                 ▲
 *       ├──line too long──► QueueFull     │ its turn
 *       └──else──► waiting ───────────────┘
 *                    └──signal aborted, queue closed──► rejected, place given up
 *
 * The next is always the workspace of which least is running and, among equals, the one that is behind in turns. A
 * workspace's own works run in the order in which they came. p-queue bounds what runs and nothing else: no turns by
 * owner, no bound on what waits, no position.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #running = new Map<string, number>();
  readonly #lines = new Map<string, Ticket[]>();
  /**
   * The round in which a workspace is served next (start-time fair queueing): it rises by one with each turn, and a
   * workspace that comes in is in the present round. Who asks for one work after another gets ahead of nobody.
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

  /** The work's own outcome, once it was its turn. Throws QueueFull, QueueClosed or the signal's reason instead. */
  async run<T>(asker: Asker, work: () => Promise<T>, { signal, onPosition }: Waiting = {}): Promise<T> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new QueueClosed();
    if (this.#hasSlotFor(asker.workspaceId)) this.#take(asker.workspaceId);
    else await this.#wait(asker, signal, onPosition);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.#release(asker.workspaceId);
    }
  }

  /** Throws what `run` would throw of this asker now, for who has something to do before. */
  requireRoom(asker: Asker): void {
    if (this.#isClosed) throw new QueueClosed();
    if (!this.#hasSlotFor(asker.workspaceId)) this.#requirePlace(asker);
  }

  /** Takes nothing more and turns away who waits; resolves when what runs has settled. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const waiting = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#waitingInAll = 0;
    for (const ticket of waiting) ticket.reject(new QueueClosed());
    if (this.#runningInAll > 0) await this.#drained.promise;
  }

  async #wait(asker: Asker, signal: Waiting['signal'], onPosition: Waiting['onPosition']): Promise<void> {
    this.#requirePlace(asker);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const number = (this.#tickets += 1);
    const ticket: Ticket = { number, asker, start: resolve, reject, onPosition, position: 0 };
    const leave = () => {
      this.#remove(ticket);
      reject(signal?.reason);
    };
    this.#lines.set(asker.workspaceId, [...this.#lineOf(asker.workspaceId), ticket]);
    this.#waitingInAll += 1;
    signal?.addEventListener('abort', leave, { once: true });
    this.#tellPositions();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #requirePlace({ workspaceId, userId }: Asker): void {
    const { perUser, perWorkspace, inAll } = this.#options.waiting;
    const line = this.#lineOf(workspaceId);
    const own = line.filter(({ asker }) => asker.userId === userId);
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
    const [ticket] = this.#inOrder().filter(({ asker }) => this.#hasSlotFor(asker.workspaceId));
    if (!ticket) return;
    // Taken on behalf of who waited, so that nobody who comes before they wake up has the slot instead.
    this.#take(ticket.asker.workspaceId);
    ticket.start();
    this.#remove(ticket);
  }

  #remove(ticket: Ticket): void {
    const { workspaceId } = ticket.asker;
    const line = this.#lineOf(workspaceId);
    const rest = line.filter((each) => each !== ticket);
    if (rest.length === line.length) return;
    if (rest.length > 0) this.#lines.set(workspaceId, rest);
    else this.#lines.delete(workspaceId);
    this.#waitingInAll -= 1;
    this.#tellPositions();
  }

  /** Everybody who waits, as their turns will come if all works take the same time. */
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

  #tellPositions(): void {
    for (const [at, ticket] of this.#inOrder().entries()) {
      if (ticket.position === at + 1) continue;
      ticket.position = at + 1;
      ticket.onPosition?.(ticket.position);
    }
  }
}

/** Whose work it is: a workspace's, and a person's in it unless the product itself began it. */
export interface Asker {
  readonly workspaceId: string;
  readonly userId: string | null;
}

interface FairQueueOptions {
  /** Works that run at a time. */
  readonly slots: number;
  /** Of one workspace, even where slots are free; all slots unless told. */
  readonly perWorkspace?: number;
  /** How many may wait. */
  readonly waiting: {
    readonly perUser: number;
    readonly perWorkspace: number;
    readonly inAll: number;
  };
}

interface Waiting {
  /** Aborted when the asker leaves. A work that already runs has to listen to it by itself. */
  readonly signal?: AbortSignal | undefined;
  /** Told the place in line, from 1, whenever it changes; never called for a work that starts at once. */
  readonly onPosition?: ((position: number) => void) | undefined;
}

interface Ticket {
  readonly number: number;
  readonly asker: Asker;
  readonly onPosition: Waiting['onPosition'];
  position: number;
  start(): void;
  reject(reason: unknown): void;
}

/** The line is too long: by the asker's own works, by those of their workspace, or in all. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
  readonly reached: 'user' | 'workspace' | 'installation';

  constructor(reached: QueueFull['reached']) {
    super(`Too many are waiting already (${reached}).`);
    this.reached = reached;
  }
}

/** The product stops. */
export class QueueClosed extends Error {
  override readonly name = 'QueueClosed';

  constructor() {
    super('The queue is closed.');
  }
}
