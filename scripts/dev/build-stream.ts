import type { ServerResponse } from 'node:http';
import type { BuildState } from './dev-build.ts';

/**
 * Sends every build to open pages as server-sent events. A page that connects later gets the latest state of
 * each build.
 */
export class BuildStream {
  readonly #latest = new Map<string, string>();
  readonly #listeners = new Set<ServerResponse>();

  send(state: BuildState): void {
    const event = `data: ${JSON.stringify(state)}\n\n`;
    this.#latest.set(state.name, event);
    for (const listener of this.#listeners) listener.write(event);
  }

  add(listener: ServerResponse): void {
    listener.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    listener.write(`retry: 1000\n\n${[...this.#latest.values()].join('')}`);
    this.#listeners.add(listener);
    listener.on('close', () => this.#listeners.delete(listener));
  }
}
