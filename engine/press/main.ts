/** A press process: draws one file after another. It gets what they show, and reads nothing but fonts. */
import { flushCompileCache } from 'node:module';
import { foreignText } from '@headwater/base/failures/foreign-text';
import { exitWithParent } from '@headwater/base/processes/exit-with-parent';
import type { FromPressProcess, PressRequest, ToPressProcess } from './messages.ts';
import { pdfOf } from './pdf.ts';
import { pngOf } from './png.ts';
import { loadTypefaces } from './type.ts';

const send = (message: FromPressProcess) => void process.send?.(message);
let turn = Promise.resolve();

exitWithParent();
// Ctrl-C reaches the whole process group, but the parent process decides when this one ends.
process.on('SIGINT', () => undefined);
process.on('message', ({ id, request }: ToPressProcess) => {
  turn = turn.then(async () => {
    try {
      send({ type: 'pressed', id, bytes: await press(request) });
    } catch (error) {
      send({ type: 'failed', id, message: foreignText((error as Error).message) });
    }
    // Node.js writes its compile cache when a process exits, but this one is killed.
    flushCompileCache();
  });
});

async function press(request: PressRequest): Promise<Uint8Array> {
  await loadTypefaces(request);
  return request.kind === 'pdf'
    ? pdfOf(request.report, request.style)
    : pngOf(request.card, request.style, request.scale);
}
