import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../../e2e/support/repository.ts';
import { newFolder } from '../../e2e/support/scratch.ts';

/** As many as `npm run build` runs in parallel. */
const AT_ONCE = 2;
const WEBPACK = join(repository, 'node_modules/webpack-cli/bin/cli.js');
const CONFIG = join(repository, 'bench/deploy/webpack.config.cjs');

/** Builds packages as if each had been edited, in separate folders: the checkout stays unchanged. */
export class EditedBuilds {
  readonly #folder = newFolder('edited');
  /** How often they have been edited. */
  edit = 0;

  /** Returns the folder for `npm run deliver -- publish`. */
  folderOf = (name: string) => join(this.#folder, name);

  /** Edits the packages and builds them, without a cache if `cold`. */
  async build(names: readonly string[], { cold }: { cold: boolean }): Promise<void> {
    this.edit += 1;
    const waiting = [...names];
    const worker = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
        await this.#one(name, cold);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  async #one(name: string, cold: boolean): Promise<void> {
    const folder = this.folderOf(name);
    if (cold) await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await cp(join(repository, name, 'package.json'), join(folder, 'package.json'));
    await writeFile(join(folder, 'edit.js'), editOf(name, this.edit));
    const env = ['--env', `name=${name}`, '--env', `folder=${folder}`];
    const options = { cwd: repository, env: { ...process.env, NODE_ENV: 'production' } };
    await promisify(execFile)(
      process.execPath,
      [WEBPACK, '-c', CONFIG, '--fail-on-warnings', ...env],
      options,
    );
  }
}

/** Returns code that records in the browser's `edits` which edit of each package is running. */
const editOf = (name: string, edit: number) =>
  `Object.assign((globalThis.edits ??= {}), { ${JSON.stringify(name)}: ${edit} });\n`;
