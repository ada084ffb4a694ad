/** Browser features that jsdom lacks. */
const { TextDecoder, TextEncoder } = require('node:util');

Object.assign(globalThis, { TextEncoder, TextDecoder });

// webpack's names of the chunks that were imported: `transform.cjs` adds them.
globalThis.loadedChunks = new Set();

window.matchMedia ??= (query) => ({
  media: query,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
  addListener() {}, // MUI still uses the old names
  removeListener() {},
});

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Only what the router uses of them. Node's own would reject jsdom's AbortSignals.
globalThis.Request ??= class {
  constructor(url, { method = 'GET', headers, signal = new AbortController().signal, body = null } = {}) {
    Object.assign(this, { url: String(url), method, headers: new Headers(headers), signal, body });
  }
};
globalThis.Response ??= class {
  constructor(body = null, { status = 200, statusText = '', headers } = {}) {
    Object.assign(this, {
      body,
      status,
      statusText,
      headers: new Headers(headers),
      ok: status >= 200 && status < 300,
    });
  }
};

performance.getEntriesByName ??= () => [];

Element.prototype.scrollIntoView ??= () => {};

// jsdom has no layout, and a virtual list needs a size to show anything
for (const [name, value] of Object.entries({ clientWidth: 900, clientHeight: 400 })) {
  Object.defineProperty(Element.prototype, name, { configurable: true, get: () => value });
}
