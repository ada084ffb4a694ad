import type { BuildReport } from './dev-build.ts';
import type { DevOptions } from './options.ts';

/** Prints one line per build, and its errors and warnings. */
export function printBuild({ state, changed, warnings, seconds }: BuildReport): void {
  const after = changed.length > 0 ? ` after ${changed.join(', ')}` : '';
  if (state.errors !== undefined)
    console.log(`✖ ${state.name} doesn't compile${after}\n${indent(state.errors)}`);
  else console.log(`✔ ${state.name} built in ${seconds.toFixed(1)} s${after}`);
  if (warnings !== '') console.log(indent(warnings));
}

export function announce(
  port: number,
  { target, remotes }: DevOptions,
  versions: Record<string, string>,
): void {
  console.log(`Open http://localhost:${port}`);
  for (const { name, folder } of remotes) {
    const instead =
      versions[name] === undefined ? 'which is not deployed there' : `instead of ${versions[name]}`;
    console.log(`  ${name} from ${folder}, ${instead}`);
  }
  console.log(`  Everything else, including accounts and data: ${target.origin}`);
  console.log('  Press Ctrl-C to stop.');
}

const indent = (text: string) => text.replace(/^/gm, '    ');
