/** Node's own, which jsdom doesn't hand on. */
const { BroadcastChannel: NodeChannel, locks } = jest.requireActual<{
  BroadcastChannel: typeof BroadcastChannel;
  locks: LockManager;
}>('node:worker_threads');

/** The browser's end of an event stream: the only thing made up. */
export class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = [];
  readonly url: string;
  closed = false;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }
  close() {
    this.closed = true;
  }
  breakOff() {
    this.dispatchEvent(new Event('error'));
  }
  ready(isComplete: boolean) {
    this.dispatchEvent(new MessageEvent('ready', { data: JSON.stringify({ isComplete }) }));
  }
  change(event: object) {
    this.dispatchEvent(new MessageEvent('change', { data: JSON.stringify(event) }));
  }
}

/** Event sources that tests drive; channels and locks as browsers have them. */
export function installBrowserEvents() {
  FakeEventSource.opened = [];
  Object.assign(globalThis, { EventSource: FakeEventSource, BroadcastChannel: NodeChannel });
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}
