/** A query process: answers one request after another over version files, and touches nothing else. */
import { QueryEngine } from './engine.ts';
import type { FromQueryProcess, RowsRequest, ToQueryProcess } from './messages.ts';

const send = (message: FromQueryProcess) => void process.send?.(message);
let engine: QueryEngine | undefined;

process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole group; whoever started this process decides when it ends.
process.on('SIGINT', () => undefined);
process.on('message', async (message: ToQueryProcess) => {
  if (message.type === 'interrupt') return engine?.interrupt();
  if (message.type === 'rows') return answer(message.id, message.request);
  engine = await QueryEngine.open(message.options);
  send({ type: 'ready' });
});

async function answer(id: number, request: RowsRequest): Promise<void> {
  try {
    send({ type: 'answer', id, answer: await engine!.rows(request) });
  } catch (error) {
    send({ type: 'error', id, message: (error as Error).message });
  }
}
