import type { ReadMessage } from './protocol.ts';

/** Passes messages on until there are so many rows. The last batch has no more than are left. */
export async function* firstRows(
  messages: AsyncIterable<ReadMessage>,
  rows: number,
): AsyncGenerator<ReadMessage> {
  let left = rows;
  for await (const message of messages) {
    if (message.type !== 'RECORDS' || !('batch' in message)) {
      yield message;
      continue;
    }
    yield { ...message, batch: { ...message.batch, rows: Math.min(message.batch.rows, left) } };
    left -= message.batch.rows;
    if (left <= 0) return;
  }
}
