import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from 'playwright';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
/** Chromium without what only a window needs, which takes two thirds of the CPU. */
const HEADLESS = 'chromium-headless-shell';

export type BrowserKind = 'whole' | 'headless';

/**
 * Flags that keep a browser from talking to anything but the product and let it run in a test environment.
 */
export const browserFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  // Containers give /dev/shm 64 MB, which one large page fills.
  '--disable-dev-shm-usage',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * Returns the Chromium to run in: HEADWATER_CHROMIUM, Playwright's own, or one on the PATH. If there is none,
 * installs Debian's as root and Playwright's otherwise, and reports that through `say`. Without a window, one that can't
 * open any is preferred.
 */
export function findBrowser(say: (text: string) => void, kind: BrowserKind = 'whole'): string {
  const named = process.env.HEADWATER_CHROMIUM;
  if (named) {
    if (isProgram(named)) return named;
    throw new Error(
      `HEADWATER_CHROMIUM is ${named}, which is not an executable file. Set it to a Chromium, or unset it.`,
    );
  }
  return installed(kind) ?? install(say, kind);
}

function installed(kind: BrowserKind): string | undefined {
  const whole = [chromium.executablePath(), ...NAMES.flatMap(onPath)];
  return (kind === 'headless' ? [...onPath(HEADLESS), ...whole] : whole).find(isProgram);
}

const onPath = (name: string) =>
  (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));

function install(say: (text: string) => void, kind: BrowserKind): string {
  const isDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (isDebian) {
    run('apt-get', ['update', '-qq']);
    // Not every version of Debian has the headless one.
    for (const name of kind === 'headless' ? [HEADLESS, 'chromium'] : ['chromium']) {
      say(
        `No Chromium found: installing Debian’s (apt-get install ${name}). Set HEADWATER_CHROMIUM=/path to use another.`,
      );
      const found = run('apt-get', ['install', '-y', '-qq', name]) ? installed(kind) : undefined;
      if (found) return found;
      say('That failed.');
    }
  }
  say(
    'No Chromium found: downloading Playwright’s (playwright install chromium). Set HEADWATER_CHROMIUM=/path to use another.',
  );
  execFileSync(process.execPath, [playwrightCli(), 'install', 'chromium'], { stdio: 'inherit' });
  const found = installed(kind);
  if (found) return found;
  throw new Error(
    'No Chromium could be installed. Install one and run: HEADWATER_CHROMIUM=/path/to/chromium npm test',
  );
}

/** Returns the script behind the `playwright` command, to be run by the current Node. */
export function playwrightCli(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
}

function run(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
