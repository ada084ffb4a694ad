import type { FilePreview, RequestTest, StreamPreview } from '@headwater/shared/contract';
import {
  runFilePreview,
  runPreview,
  runRequestTest,
} from '@headwater/connectors/processes/connector/run-connector';
import type { ConfiguredStream } from '@headwater/protocol/protocol';
import { FairQueue, type Requester } from '@headwater/base/queue/fair-queue';
import { hmac, type Keys } from '../../../../platform/secrets/keys.ts';
import type { ConnectorInputs } from './connector-inputs.ts';

/** Counted from the start of the preview, which may have waited before. */
const PREVIEW_LIMIT_MS = 30_000;
/** Each preview is a process with a driver and an engine in it. */
const PREVIEWS_AT_ONCE = 2;

/** The previews in this process, running or waiting for their turn. None of them is stored. */
export class Previews {
  readonly #keys: Keys;
  readonly #end = new AbortController();
  readonly #queue = new FairQueue({
    slots: PREVIEWS_AT_ONCE,
    perWorkspace: 1,
    waiting: { perUser: 3, perWorkspace: 20, inAll: 100 },
  });

  constructor({ keys }: { keys: Keys }) {
    this.#keys = keys;
  }

  /** Reads the first rows of a stream. Ends as soon as `left` is aborted, because no one waits for them anymore. */
  run(
    requester: Requester,
    inputs: ConnectorInputs,
    stream: ConfiguredStream,
    left: AbortSignal,
  ): Promise<StreamPreview> {
    const signal = AbortSignal.any([left, this.#end.signal]);
    const job = {
      verb: 'preview',
      ...inputs,
      stream,
      maskKey: hmac(this.#keys.masks, requester.workspaceId),
    } as const;
    const work = () => runPreview(job, { timeoutMs: PREVIEW_LIMIT_MS, signal });
    return this.#queue.run(requester, work, { signal });
  }

  /** Looks at uploaded files, and reads the first rows of their tables. In line with previews. */
  previewFiles(requester: Requester, inputs: ConnectorInputs, left: AbortSignal): Promise<FilePreview> {
    const signal = AbortSignal.any([left, this.#end.signal]);
    const job = { verb: 'preview_files', ...inputs } as const;
    return this.#queue.run(requester, () => runFilePreview(job, { timeoutMs: PREVIEW_LIMIT_MS, signal }), {
      signal,
    });
  }

  /** Reads the first pages of a stream of requests, with all that was sent and received. In line with previews. */
  testRequests(
    requester: Requester,
    inputs: ConnectorInputs,
    stream: string,
    left: AbortSignal,
  ): Promise<RequestTest> {
    const signal = AbortSignal.any([left, this.#end.signal]);
    const job = { verb: 'test_requests', ...inputs, stream } as const;
    return this.#queue.run(requester, () => runRequestTest(job, { timeoutMs: PREVIEW_LIMIT_MS, signal }), {
      signal,
    });
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#queue.close();
  }
}
