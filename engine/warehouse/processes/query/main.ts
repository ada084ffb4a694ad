/** A query process: serves one request at a time, and reads only version files. */
import { flushCompileCache } from 'node:module';
import { foreignText } from '@headwater/base/failures/foreign-text';
import { exitWithParent } from '@headwater/base/processes/exit-with-parent';
import { QueryEngine } from './engine.ts';
import type { AnyResult, FromQueryProcess, QueryRequest, ToQueryProcess } from './messages.ts';
import { faultOf } from './version-file.ts';

const send = (message: FromQueryProcess) => void process.send?.(message);
let engine: QueryEngine | undefined;
let turn = Promise.resolve();

exitWithParent();
// Ctrl-C reaches the whole process group, but the parent process decides when this one ends.
process.on('SIGINT', () => undefined);
process.on('message', (message: ToQueryProcess) => {
  if (message.type === 'interrupt') return engine?.interrupt();
  turn = turn.then(() => serve(message));
});

async function serve(message: Exclude<ToQueryProcess, { type: 'interrupt' }>): Promise<void> {
  if (message.type === 'run') return sendResult(message.id, message.request);
  if (message.type === 'release') return engine?.release(message.path);
  engine = await QueryEngine.open(message.options);
  send({ type: 'ready' });
  // Node.js writes its compile cache when a process exits, but this one is killed.
  flushCompileCache();
}

async function sendResult(id: number, request: QueryRequest): Promise<void> {
  try {
    send({ type: 'result', id, result: await resultOf(request) });
  } catch (error) {
    send({
      type: 'error',
      id,
      fault: faultOf(error as Error),
      message: foreignText((error as Error).message),
    });
  }
}

function resultOf(request: QueryRequest): Promise<AnyResult> {
  switch (request.kind) {
    case 'rows':
      return engine!.rows(request);
    case 'count':
      return engine!.count(request);
    case 'values':
      return engine!.values(request);
    case 'diff':
      return engine!.diff(request);
    case 'duplicates':
      return engine!.duplicates(request);
    case 'flatten_counts':
      return engine!.flattenCounts(request);
    case 'json_structure':
      return engine!.jsonStructure(request);
    case 'join_matches':
      return engine!.joinMatches(request);
    case 'key_overlaps':
      return engine!.keyOverlaps(request);
    case 'profile':
      return engine!.profile(request);
    case 'personal':
      return engine!.personal(request);
    case 'result':
      return engine!.result(request);
  }
}
