import path from 'node:path';
import { ROOT } from './packages.ts';
import type { Section } from './sections.ts';

const bin = (...location: string[]) => path.join(ROOT, 'node_modules', ...location);
/** The native compiler, which has no API yet. Lint has the types of the one before it (decision 89). */
const tsc = bin('typescript-native', 'bin', 'tsc');

/** The checks that need neither a build nor a browser: formatting, lint, types, what nobody imports, and what no package lists. */
export const CHECKS: readonly Section[] = [
  { name: 'Types of the browser', args: [tsc, '-p', 'tsconfig.browser.json'], minutes: 15 },
  { name: 'Types of the server', args: [tsc, '-p', 'tsconfig.server.json'], minutes: 15 },
  {
    name: 'Lint',
    // The compiler's programs for browser and server take 2.5 GB, more than Node uses by default on a small
    // machine.
    args: ['--max-old-space-size=4096', bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings=0'],
    minutes: 15,
  },
  { name: 'Unused files and exports', args: [bin('knip', 'bin', 'knip.js')], minutes: 5 },
  {
    name: 'Format',
    // Oxc's parser formats the same in two thirds of the time. Editors, which format one file, don't need it.
    args: [
      bin('prettier', 'bin', 'prettier.cjs'),
      '--plugin=@prettier/plugin-oxc',
      '--check',
      '--log-level=warn',
      '.',
    ],
    minutes: 15,
  },
];
