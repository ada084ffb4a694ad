/** Node's own implementations, which jsdom doesn't provide. */
const { BroadcastChannel: NodeChannel, locks } = jest.requireActual<{
  BroadcastChannel: typeof BroadcastChannel;
  locks: LockManager;
}>('node:worker_threads');

/** The browser's end of an event stream, the only part that is faked. */
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
  interrupt() {
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

/** Installs event sources that tests control, and channels and locks that work as in browsers. */
export function installBrowserEvents() {
  FakeEventSource.opened = [];
  Object.assign(globalThis, { EventSource: FakeEventSource, BroadcastChannel: NodeChannel });
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}

/** Makes the tab visible or hidden. */
export function showTab(visible: boolean) {
  const value = visible ? 'visible' : 'hidden';
  Object.defineProperty(document, 'visibilityState', { value, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Removes the document's listeners after each test, as a tab would keep listening as long as it exists. */
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
