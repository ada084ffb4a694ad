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
  beat() {
    this.dispatchEvent(new MessageEvent('beat', { data: '{}' }));
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

/** Brings the tab into view or out of it. */
export function showTab(visible: boolean) {
  const value = visible ? 'visible' : 'hidden';
  Object.defineProperty(document, 'visibilityState', { value, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** After each test, takes away what the document was listened to for: a tab listens as long as it lives. */
export function endTabsAfterEach() {
  let ends: (() => void)[] = [];
  beforeEach(() => {
    const add = document.addEventListener.bind(document);
    jest.spyOn(document, 'addEventListener').mockImplementation((...args: Parameters<typeof add>) => {
      add(...args);
      ends.push(() => document.removeEventListener(args[0], args[1], args[2]));
    });
  });
  afterEach(() => {
    for (const end of ends) end();
    ends = [];
  });
}
