import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './packages.ts';

/** A process takes a second or two to load what most files need. With more files, it would only grow. */
const FILES_PER_GROUP = 8;

/** A file says so at its top, with the reason, if it changes what others in its process see, or runs for minutes. */
const ALONE = /^\/\/ In a process of its own: \S/m;

/**
 * Returns the test files of folders in groups that take similarly long, judged by their size, each for one process.
 * Those that stay alone come first, because some of them take longest.
 */
export function testGroups(folders: readonly string[], root = ROOT): string[][] {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.test.ts`),
    { cwd: root, exclude: (name) => name.endsWith('node_modules') },
  ).map((name) => path.join(root, name));
  const { alone = [], shared = [] } = Object.groupBy(files.sort(), (file) =>
    ALONE.test(readFileSync(file, 'utf8')) ? 'alone' : 'shared',
  );
  return [...alone.map((file) => [file]), ...balanced(shared)];
}

/** Each file, largest first, joins the group that is smallest by then. */
function balanced(files: readonly string[]): string[][] {
  const groups = Array.from({ length: Math.ceil(files.length / FILES_PER_GROUP) }, () => ({
    files: [] as string[],
    size: 0,
  }));
  const sized = files.map((file) => ({ file, size: statSync(file).size }));
  for (const { file, size } of sized.sort((a, b) => b.size - a.size)) {
    const smallest = groups.reduce((least, each) => (each.size < least.size ? each : least));
    smallest.files.push(file);
    smallest.size += size;
  }
  return groups.map((group) => group.files);
}

/** Writes a module for each group that runs it, and returns a pattern for `node --test`, which runs them in order. */
export function writeTestGroups(groups: readonly string[][], folder: string, limitMs: number): string {
  mkdirSync(folder, { recursive: true });
  for (const [at, files] of groups.entries()) {
    const text = [
      `import { runInTurn } from ${JSON.stringify(new URL('./run-in-turn.ts', import.meta.url).href)};`,
      `await runInTurn(${JSON.stringify(files.map((file) => pathToFileURL(file)))}, ${limitMs});`,
    ];
    writeFileSync(path.join(folder, `${String(at).padStart(3, '0')}.test.mjs`), text.join('\n'));
  }
  return path.join(folder, '*.test.mjs');
}
