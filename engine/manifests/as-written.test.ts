import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { parseJson } from './json.ts';
import {
  startApiServer,
  type ApiServer,
  type Received,
  type Reply,
} from '@headwater/protocol/testing/api-server';
import { configurationOf } from './rest.config.ts';
import { readRecords } from './stream/read-stream.ts';
import { Run } from './stream/run.ts';
import { jsonOf } from './template/values.ts';
import { restContext } from './testing/read-all.ts';

/** A request as the table has it, without what is empty, and without the usual path. */
interface Sent {
  path?: string;
  query?: [string, string][];
  header?: string;
  authorization?: string;
  body?: string;
}
/** What came of a text in a place: the last request, and the records, each as JSON. */
interface Answer {
  sent: Sent | null;
  records: string[];
}
interface Place {
  place: string;
  manifest: string;
  answers: Answer[];
}

/**
 * For each place in which a text can stand and each text, what airbyte-cdk 7.39.1 sends and emits for it. Written by
 * running it against a server that answers as the one below.
 */
const [head, ...lines] = readFileSync(new URL('testing/reference-answers.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const { texts } = JSON.parse(head!) as { texts: string[] };
const places = lines.map((line) => JSON.parse(line) as Place);

let api: ApiServer;
let now = '';
before(async () => {
  api = await startApiServer();
  const any: (received: Received) => Reply = ({ path, query, body }) => {
    if (path === '/parents') return { json: { items: [{ id: now }] } };
    if (path === '/error') return { status: 400, json: { message: `said ${now} to you`, code: now } };
    if (path !== '/paged') return { json: { items: [{ id: 1, v: now }] } };
    const isFirst = query.size === 0 && body === '';
    return { json: { items: [{ id: 1 }], next: isFirst ? now : null } };
  };
  api.routes.get = () => any;
});
after(() => api.stop());

/** Reads the stream of a place as the reference did. What fails has no answer but its requests. */
async function answerTo(manifest: string, text: string): Promise<Answer> {
  now = text;
  api.received.length = 0;
  const written = JSON.stringify(text).slice(1, -1);
  const quoted = JSON.stringify(text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")).slice(1, -1);
  const filled = manifest
    .replaceAll('@url', api.url)
    .replaceAll('@text', written)
    .replaceAll('@quoted', quoted);
  const configuration = configurationOf({ manifest: filled, 'config:v': text });
  const run = new Run({ ...configuration, context: restContext(), longestWaitMs: 0 });
  const records: string[] = [];
  const stream = configuration.manifest.streams.get('items')!;
  try {
    const whole = { incremental: null, startFrom: null, limits: null, table: 'items' };
    for await (const page of readRecords({ stream, ...whole }, run)) records.push(...page.map(jsonOf));
  } catch {
    // The reference's failures aren't compared with ours, but what was sent before is.
  } finally {
    run.close();
  }
  const last = api.received.findLast(({ path }) => path !== '/parents');
  return { sent: last ? sentOf(last) : null, records };
}

function sentOf({ path, query, headers, body }: Received): Sent {
  const header = headers['x-value'] as string | undefined;
  const { authorization } = headers;
  return {
    ...(path !== '/items' && { path: decodeURIComponent(path) }),
    ...(query.size > 0 && { query: [...query] }),
    ...(header && { header }),
    ...(authorization && { authorization }),
    ...(body !== '' && { body }),
  };
}

/** Equal as JSON, or as a form. */
const comparable = ({ sent, records }: Answer) => ({
  sent: sent && { ...sent, body: bodyOf(sent.body ?? '') },
  records: records.map((record) => jsonOf(parseJson(record))),
});

const bodyOf = (body: string): unknown => {
  try {
    return jsonOf(parseJson(body));
  } catch {
    return [...new URLSearchParams(body)];
  }
};

/**
 * Where only a text can stand, the reference reads texts as literals as well, so that a token of `7e10` is sent as
 * `70000000000.0`. Here they are sent as they are written, for which the answer to a plain word is the measure.
 */
const ONLY_TEXTS =
  /^(header|text body|path|part of a (path|base)|API key|bearer token|user and password|token of a page|partition of .* in a (header|path|whole path))/;
const WORD = 'a b';

/** Where what is sent differs from what the reference sends, and why. */
const OTHERWISE: readonly [place: RegExp, text: RegExp, why: string][] = [
  [/templated|of a (list|setting|parent), in a (parameter|form)/, /^["']/, 'the quotes of data are sent'],
  [/body|added|in an added field/, /^1e400$/, 'a number that no double holds stays a text'],
  [/JSON body/, /^None$/, 'a body without a value is an empty object'],
  [/of type/, /^None$/, 'no value isn’t a text'],
  [/of type integer/, /^(7e10|1\.0|True)$/, 'a whole number is one however it is written, and true is none'],
  [/of type number/, /^([-+_x\d]+|None)$/, 'a whole number is a number'],
  [/token of a page, in a parameter/, /^\[/, 'a list is sent as several parameters'],
];
/** Texts that say that there is no next page. */
const NO_TOKEN = /^(None|\[\]|\{\}|0)$/;

function expected(place: string, text: string, answers: readonly Answer[]): Answer {
  const answer = answers[texts.indexOf(text)]!;
  const isQuotedByManifest = place.endsWith(', written') && /^["']/.test(text);
  const isEnd = place.startsWith('token of a page') && NO_TOKEN.test(text);
  if (!ONLY_TEXTS.test(place) || isQuotedByManifest || isEnd) return answer;
  const word = JSON.stringify(answers[texts.indexOf(WORD)]);
  return JSON.parse(word, (_key, value: unknown) =>
    typeof value === 'string' ? replaced(value, text) : value,
  ) as Answer;
}

/** In a text that is JSON itself, the text is written as that has it. */
function replaced(value: string, text: string): string {
  if (value.startsWith('{')) return value.replaceAll(WORD, () => JSON.stringify(text).slice(1, -1));
  if (value.startsWith('Basic ')) {
    const pair = Buffer.from(value.slice('Basic '.length), 'base64').toString();
    return `Basic ${Buffer.from(pair.replaceAll(WORD, () => text)).toString('base64')}`;
  }
  const form = new URLSearchParams({ v: WORD }).toString();
  if (value === form) return new URLSearchParams({ v: text }).toString();
  return value.replaceAll(WORD, () => text);
}

describe('A text in each place of a manifest', () => {
  for (const { place, manifest, answers } of places)
    it(place, async () => {
      const compared = texts.filter(
        (text) => !OTHERWISE.some(([where, what]) => where.test(place) && what.test(text)),
      );
      const found = [];
      for (const text of compared) found.push([text, comparable(await answerTo(manifest, text))]);
      assert.deepEqual(
        found,
        compared.map((text) => [text, comparable(expected(place, text, answers))]),
      );
    });
});
