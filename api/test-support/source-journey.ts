import assert from 'node:assert/strict';
import type { ApiResponse, Client, TestWorkspace } from './test-api.ts';
import { settled } from '@headwater/base/testing/settled';

/** A user's steps with sources in a workspace, as API calls. */
export class SourceJourney {
  readonly client: Client;
  readonly base: string;

  constructor({ id, admin }: Pick<TestWorkspace, 'id' | 'admin'>) {
    this.client = admin;
    this.base = `/organizations/${id}`;
  }

  async upload(fileName: string, text: string | Buffer): Promise<string> {
    const path = `${this.base}/uploads?fileName=${encodeURIComponent(fileName)}`;
    const response = await this.client.upload(path, Buffer.from(text));
    assert.equal(response.status, 201, response.text);
    return response.body.data.id;
  }

  /** Connects files, waits until their tables are discovered and selected, and returns the connection's path. */
  async connectFiles(files: Record<string, string | Buffer>): Promise<string> {
    const ids = await Promise.all(Object.entries(files).map(([name, text]) => this.upload(name, text)));
    return this.connect('csv', { files: ids.map((uploadId) => ({ uploadId })) });
  }

  /** Connects a source and waits until its tables are discovered. */
  async connect(connector: string, configuration: object): Promise<string> {
    const attributes = { name: 'A source', connector, configuration };
    const made = await this.client.post(`${this.base}/source-connections`, 'source_connections', attributes);
    assert.equal(made.status, 201, made.text);
    const source = `${this.base}/source-connections/${made.body.data.id}`;
    await this.discover(source);
    return source;
  }

  async discover(source: string): Promise<ApiResponse> {
    await this.client.post(`${source}/discoveries`, 'discoveries');
    return settled(
      () => this.client.get(`${source}/catalog`),
      ({ body }) => body.data.attributes.state !== 'discovering',
    );
  }

  /** Selects exactly these tables. */
  async select(source: string, ...tableNames: string[]): Promise<void> {
    const { streams, version } = await this.attributesOf(`${source}/catalog/streams`);
    const others = streams.flatMap(({ tableName, selected }: { tableName: string; selected: boolean }) =>
      selected && !tableNames.includes(tableName) ? [tableName] : [],
    );
    const change = { add: tableNames, remove: others };
    const response = await this.client.patch(`${source}/selection`, 'selections', change, {
      'if-match': String(version),
    });
    assert.equal(response.status, 200, response.text);
  }

  /** Starts a sync and returns the run's path. */
  async begin(source: string): Promise<string> {
    const started = await this.client.post(`${source}/sync-runs`, 'sync_runs');
    assert.equal(started.status, 202, started.text);
    return `${source}/sync-runs/${started.body.data.id}`;
  }

  /** Waits until the run is in one of these states and returns it. */
  async runIn(run: string, ...states: string[]): Promise<ApiResponse['body']['data']['attributes']> {
    const response = await settled(
      () => this.client.get(run),
      ({ body }) => states.includes(body.data.attributes.state),
    );
    return response.body.data.attributes;
  }

  /** Syncs and returns the run when it has a result. */
  async sync(source: string) {
    const run = await this.begin(source);
    const ended = await this.runIn(
      run,
      'succeeded',
      'partially_succeeded',
      'failed',
      'incomplete',
      'canceled',
    );
    return ended.failure?.code === 'schema_changed' ? this.#afterDiscovery(source, run) : ended;
  }

  /** Waits for the attempt that follows a discovery, unless the connection is paused before it. */
  async #afterDiscovery(source: string, run: string) {
    await settled(
      () => this.client.get(source),
      ({ body }) => !['running', 'queued', 'incomplete'].includes(body.data.attributes.status as string),
    );
    return this.attributesOf(run);
  }

  async rows(source: string, tableName: string): Promise<(string | null)[][]> {
    const response = await this.client.get(`${source}/tables/${encodeURIComponent(tableName)}/rows`);
    assert.equal(response.status, 200, response.text);
    return response.body.data.attributes.rows;
  }

  async attributesOf(path: string) {
    const response = await this.client.get(path);
    assert.equal(response.status, 200, response.text);
    return response.body.data.attributes;
  }
}
