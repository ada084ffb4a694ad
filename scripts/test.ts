import { stopCommands } from './run-command.ts';
import { runSections, scratchFolder, type SectionResult } from './sections.ts';
import { readShard } from './shard.ts';
import { sum, summary } from './test-counts.ts';
import { testStages } from './test-sections.ts';

/**
 * `npm test`: everything, from formatting to the composed product in a browser. Prints the summary in the
 * last line. `--shard 2/4` runs the second of four parts, which together are everything.
 */
const shard = readShard(process.argv.slice(2));
const scratch = scratchFolder();
process.once('exit', scratch.remove);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopCommands();
    process.exitCode = 130;
  });
}

const results: SectionResult[] = [];
for (const { sections, atOnce } of testStages(scratch.folder, shard)) {
  if (process.exitCode === undefined) results.push(...(await runSections(sections, atOnce)));
}
const total = sum(results);
process.exitCode ??= total.failed > 0 ? 1 : 0;
console.log(`\n${summary(total)}`);
