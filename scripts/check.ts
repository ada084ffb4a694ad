import { CHECKS } from './check-sections.ts';
import { runSections } from './sections.ts';
import { sum } from './test-counts.ts';

/** `npm run check`: what needs neither a build nor a browser. */
const results = await runSections(CHECKS, 2);
process.exitCode = sum(results).failed > 0 ? 1 : 0;
