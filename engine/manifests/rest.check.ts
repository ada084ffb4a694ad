import type { CheckStep } from '@headwater/shared/contract';
import { FailureError } from '@headwater/base/failures/failure';
import type { ConnectorContext } from '@headwater/protocol/protocol';
import { finding } from '@headwater/protocol/finding';
import { passed, takeSteps, type Step } from '@headwater/protocol/take-steps';
import { configurationOf, type RestConfiguration } from './rest.config.ts';
import { RateLimits } from './stream/rate-limits.ts';
import { readRecords } from './stream/read-stream.ts';
import { urlOf } from './stream/requester.ts';
import { Run } from './stream/run.ts';
import { own, isDict, newDict } from './template/values.ts';

const LONGEST_WAIT_MS = 8_000;
/** How many partitions or pages without a record are looked through. */
const MOST_EMPTY_PAGES = 20;

/** Checks the manifest, that its host is allowed and known, and that the streams it names for this can be read. */
export async function* check(
  given: Record<string, unknown>,
  context: ConnectorContext,
): AsyncIterable<CheckStep> {
  let run: Run | null = null;
  let configuration: RestConfiguration;
  const steps: Step[] = [
    [
      'manifest',
      async () => {
        configuration = configurationOf(given);
        run = new Run({ ...configuration, context, longestWaitMs: LONGEST_WAIT_MS });
        return Promise.resolve(
          passed(finding('tables_found', { tables: configuration.manifest.streams.size })),
        );
      },
    ],
    [
      'resolve',
      async () => passed(finding('address_found', { address: await addressOf(configuration, run!) })),
    ],
    ['read_one_row', async () => passed(...(await readFirst(configuration, run!)))],
  ];
  try {
    yield* takeSteps(steps, context.signal);
  } finally {
    (run as Run | null)?.close();
  }
}

/** Returns the IP address of the first stream's host. */
async function addressOf({ manifest }: RestConfiguration, run: Run): Promise<string> {
  const stream = manifest.streams.get(manifest.checked[0]!)!;
  const retriever = own(stream, 'retriever');
  const requester = isDict(retriever) ? own(retriever, 'requester') : undefined;
  if (!isDict(requester)) throw new FailureError('api_request_invalid', { part: 'URL' });
  return run.http.addressOf(
    urlOf(
      run.templates(
        requester,
        newDict([
          ['stream_slice', newDict()],
          ['stream_partition', newDict()],
          ['stream_interval', newDict()],
        ]),
      ),
      '',
    ),
  );
}

async function readFirst({ manifest }: RestConfiguration, run: Run) {
  const findings = [];
  const limits = manifest.budget ? new RateLimits(manifest.budget, run) : null;
  for (const table of manifest.checked) {
    let [rows, pages] = [0, 0];
    for await (const records of readRecords(
      { stream: manifest.streams.get(table)!, incremental: null, startFrom: null, limits, table },
      run,
    )) {
      rows += records.length;
      pages += 1;
      if (rows > 0 || pages >= MOST_EMPTY_PAGES) break;
    }
    findings.push(finding(rows > 0 ? 'row_read' : 'table_empty', { table }));
  }
  return findings;
}
