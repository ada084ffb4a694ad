import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChild, type Child } from './children.ts';
import { freePort } from './free-port.ts';
import { repository } from './repository.ts';
import { newFolder } from './scratch.ts';
import { until } from './until.ts';

export interface ProductOptions {
  /** The folder of its data, by default a new one. */
  data?: string;
  port?: number;
  env?: Record<string, string>;
}

export interface Product {
  readonly address: string;
  readonly port: number;
  readonly data: string;
  readonly pid: number;
  /** Returns everything it has printed since it was last started. */
  output(): string;
  hasEnded(): boolean;
  /** Returns the end of its log. */
  log(): string;
  /**
   * Ends it as a person (SIGINT), the system (SIGTERM), or a power failure (SIGKILL) would. Resolves with its
   * exit code or signal.
   */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** Returns whether any process that it started is still running. */
  leftBehind(): boolean;
  /** Starts it again on the same data and port. */
  start(): Promise<void>;
  /** Runs `npm run operate -- …` on its data and returns what it printed. */
  operate(...args: string[]): Promise<string>;
  /** Runs `npm run deliver -- …` on its registry and returns what it printed. */
  deliver(...args: string[]): Promise<string>;
}

/** Starts the product as `npm start` does, using the existing build, and waits until it serves requests. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const data = options.data ?? newFolder('data');
  const port = options.port ?? (await freePort());
  // Over plain HTTP, browsers keep and send the session cookie only on localhost.
  const address = `http://localhost:${port}`;
  const env = productEnvironment(data, port, options.env);
  const start = async () => {
    const started = runProduct(env);
    await serves(started, address);
    return started;
  };
  let child = await start();
  return {
    address,
    port,
    data,
    get pid() {
      return child.pid;
    },
    output: () => child.output(),
    hasEnded: () => child.hasEnded(),
    log: () => endOfLog(data),
    stop: (signal) => child.stop(signal),
    leftBehind: () => child.leftBehind(),
    start: async () => void (child = await start()),
    operate: (...args) => runTool(env, 'api/src/cli.ts', args),
    deliver: (...args) => runTool(env, 'delivery/src/cli.ts', args),
  };
}

function endOfLog(data: string): string {
  const file = join(data, 'logs/headwater.log');
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-100_000) : '';
}

/** Starts a product that is expected to refuse to start. Returns its output and exit code. */
export async function startRefused(
  options: ProductOptions,
): Promise<{ output: string; code: number | string }> {
  const data = options.data ?? newFolder('data');
  const child = runProduct(productEnvironment(data, options.port ?? (await freePort()), options.env));
  const ended = await Promise.race([child.ended, until('the product refuses to start', child.hasEnded, 60)]);
  const code = ended === true ? await child.ended : ended;
  return { output: child.output(), code };
}

function productEnvironment(
  data: string,
  port: number,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    HEADWATER_DATA: data,
    HOST: '127.0.0.1',
    PORT: String(port),
    // Every journey signs up and logs in from the IP address 127.0.0.1.
    RATE_LIMIT_FACTOR: '1000',
    // It would load its sample at once, beside what is tested or measured.
    DEMO: 'off',
    ...more,
  };
}

function runProduct(env: Record<string, string>): Child {
  return startChild(process.execPath, [join(repository, 'scripts/product/start.ts')], {
    cwd: repository,
    env,
    logFile: join(newFolder('log'), 'product.txt'),
  });
}

async function serves(child: Child, address: string): Promise<void> {
  await until(
    `the product serves ${address}`,
    async () => {
      if (child.hasEnded())
        throw new Error(`The product exited before it served requests:\n${child.output()}`);
      const health = await fetch(`${address}/api/health`).catch(() => undefined);
      return health?.ok;
    },
    120,
  );
}

async function runTool(env: Record<string, string>, tool: string, args: readonly string[]): Promise<string> {
  const command = [join(repository, tool), ...args];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, {
    cwd: repository,
    env: { ...process.env, ...env },
  });
  return stdout + stderr;
}
