import { FailureError } from '@headwater/base/failures/failure';
import { Redactor } from '@headwater/base/failures/redactor';
import type { ConnectorContext } from '@headwater/protocol/protocol';
import { parseJson } from '@headwater/manifests/json';
import { isDict, type Dict } from '@headwater/manifests/template/values';
import { airbyte } from './airbyte.dialect.ts';
import type { Bridge } from '@headwater/protocol/bridge-declaration';
import type { Call, Dialect, FoundStream, Message } from './bridge.dialect.ts';
import { BridgeRun, type RunOptions } from './bridge-run.ts';
import { singer } from './singer.dialect.ts';

const REASON_CHARACTERS = 500;
/** The most characters of a document that lists tables. */
const DOCUMENT_CHARACTERS = 32 * 1024 ** 2;

export interface Calling {
  bridge: Bridge;
  config: Dict;
  secrets: readonly string[];
  context: Pick<ConnectorContext, 'signal'>;
}

export const dialectOf = ({ declaration }: Bridge): Dialect =>
  declaration.protocol === 'airbyte' ? airbyte : singer;

/** Calls an executable and yields what its lines mean. Throws if it reports an error, or fails otherwise. */
export async function* messages(
  { bridge, config, secrets, context }: Calling,
  { args, files }: Call,
  idle: RunOptions['idle'] = null,
): AsyncGenerator<Message> {
  const { declaration } = bridge;
  const dialect = dialectOf(bridge);
  const hide = hiding(secrets);
  const run = await startRun(
    declaration,
    { args, files: { 'config.json': config, ...files } },
    context,
    idle,
  );
  try {
    let reported: FailureError | null = null;
    for await (const line of run.lines()) {
      const parsed = parsedLine(line, declaration.title);
      // Whatever isn’t a message is for whoever runs it by hand.
      if (!parsed) continue;
      const message = dialect.message(parsed);
      // A program that only says that it’s there isn’t reading.
      if (message.type !== 'none') run.heard();
      if (message.type === 'error') reported ??= errorOf(message, declaration.title, hide);
      else
        yield message.type === 'status' ? { ...message, reason: shortened(hide(message.reason)) } : message;
    }
    context.signal.throwIfAborted();
    if (reported) throw reported;
    await run.succeeded(hide);
  } finally {
    await run.stop();
  }
}

/** Calls an executable that prints one document. */
async function documentOf({ bridge, config, secrets, context }: Calling, call: Call): Promise<Dict> {
  const { declaration } = bridge;
  const files = { 'config.json': config, ...call.files };
  const run = await startRun(declaration, { ...call, files }, context, null);
  try {
    let text = '';
    for await (const line of run.lines()) {
      text += `${line}\n`;
      if (text.length > DOCUMENT_CHARACTERS)
        throw new FailureError('bridge_line_too_long', {
          bridge: declaration.title,
          megabytes: DOCUMENT_CHARACTERS / 1024 ** 2,
        });
    }
    await run.succeeded(hiding(secrets));
    const parsed = parsedLine(text.trim(), declaration.title);
    if (!parsed) throw new FailureError('bridge_no_answer', { bridge: declaration.title, call: 'discover' });
    return parsed;
  } finally {
    await run.stop();
  }
}

/** Lists the tables that an executable offers. */
export async function foundStreams(calling: Calling): Promise<FoundStream[]> {
  const dialect = dialectOf(calling.bridge);
  if (dialect.discoversDocument) return dialect.document(await documentOf(calling, dialect.discover));
  let found: FoundStream[] | null = null;
  for await (const message of messages(calling, dialect.discover))
    if (message.type === 'streams') found = message.streams;
  if (!found)
    throw new FailureError('bridge_no_answer', {
      bridge: calling.bridge.declaration.title,
      call: 'discover',
    });
  return found;
}

const startRun = (
  declaration: Bridge['declaration'],
  { args, files }: Call,
  { signal }: Calling['context'],
  idle: RunOptions['idle'],
) =>
  BridgeRun.start(declaration, {
    args: (folder) => args.map((arg) => (Object.hasOwn(files, arg) ? `${folder}/${arg}` : arg)),
    files,
    signal,
    idle,
  });

/** Null for what is no message: a line of a log, an empty one. */
function parsedLine(line: string, bridge: string): Dict | null {
  if (!line.trimStart().startsWith('{')) return null;
  try {
    const parsed = parseJson(line);
    return isDict(parsed) ? parsed : null;
  } catch {
    throw new FailureError('bridge_not_json', { bridge });
  }
}

function hiding(secrets: readonly string[]): (text: string) => string {
  const redactor = new Redactor();
  redactor.addAll(secrets);
  return (text) => redactor.redact(text);
}

const shortened = (text: string) => text.slice(0, REASON_CHARACTERS);

const TYPES = { config: 'config_error', transient: 'transient_error', system: 'system_error' } as const;

function errorOf(
  { kind, reason, details }: Extract<Message, { type: 'error' }>,
  bridge: string,
  hide: (text: string) => string,
): FailureError {
  const about = { type: TYPES[kind], internalMessage: details === '' ? null : hide(details).slice(-2_000) };
  return new FailureError('bridge_reported', { bridge, reason: shortened(hide(reason)) }, about);
}
