import { cpSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startChild, type Child } from './children.ts';
import { freePort } from './free-port.ts';
import { repository } from './repository.ts';
import { newFolder } from './scratch.ts';
import { until } from './until.ts';

export interface DevServer extends Pick<Child, 'output' | 'stop' | 'leftBehind'> {
  readonly address: string;
}

/** Copies a remote's sources for editing and returns the copy's folder. */
export function copyRemote(name: string): string {
  const parent = newFolder('sources');
  const from = join(repository, name);
  const isSource = (file: string) => !['dist', 'node_modules'].includes(basename(file));
  cpSync(from, join(parent, name), { recursive: true, filter: isSource });
  symlinkSync(join(repository, 'node_modules'), join(parent, 'node_modules'));
  return join(parent, name);
}

/** Starts `npm run dev` with a remote's folder in front of a running product, and waits until it serves. */
export async function startDevServer(folder: string, target: string): Promise<DevServer> {
  const port = String(await freePort());
  const args = [join(repository, 'scripts/dev.ts'), folder, '--target', target, '--port', port];
  const child = startChild(process.execPath, args, { cwd: repository });
  const address = `http://localhost:${port}`;
  await until(
    'npm run dev prints where to open it',
    () => {
      if (child.hasEnded()) throw new Error(`npm run dev has ended:\n${child.output()}`);
      return child.output().includes(`Open ${address}`);
    },
    90,
  );
  return { ...child, address };
}
