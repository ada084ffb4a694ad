import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../e2e/support/product.ts';
import { median, milliseconds } from './support/statistics.ts';
import { productProcesses } from './support/processes.ts';

const ROUNDS = 5;
const IDLE_SECONDS = 10;

/**
 * Measures `npm start` until it serves requests, already installed and built and with data, compares it with
 * `node -e ''`, and measures the memory of the idle product.
 */
export async function bench(): Promise<void> {
  const first = await timedStart();
  const product = first.product;
  const node: number[] = [];
  const starts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await product.stop();
    node.push(await milliseconds(async () => execFileSync(process.execPath, ['-e', ''])));
    starts.push(await milliseconds(() => product.start()));
  }
  await pause(IDLE_SECONDS * 1000);
  const memory = productProcesses(product.pid, product.data);
  await product.stop();
  printTimes(first.time, node, starts);
  printMemory(memory);
}

async function timedStart() {
  const start = performance.now();
  const product = await startProduct({ env: { DEMO: 'open' } });
  return { product, time: performance.now() - start };
}

function printTimes(first: number, node: readonly number[], starts: readonly number[]): void {
  const [reference, start] = [median(node), median(starts)];
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  console.log(`first start on new data                ${seconds(first)}`);
  console.log(
    `start to serving, median of ${starts.length}          ${seconds(start)} (${starts.map(seconds).join(', ')})`,
  );
  console.log(`node -e '', median of ${node.length}                ${seconds(reference)}`);
  console.log(`ratio                                  ${(start / reference).toFixed(1)}`);
}

function printMemory(processes: ReturnType<typeof productProcesses>): void {
  const sum = (key: 'resident' | 'proportional') =>
    Math.round(processes.reduce((total, one) => total + one[key], 0));
  console.log(
    `resident when idle for ${IDLE_SECONDS} s, ${processes.length} processes: ${sum('proportional')} MB; ${sum('resident')} MB with shared pages counted in each`,
  );
  for (const one of processes) {
    console.log(`  ${String(Math.round(one.proportional)).padStart(4)} MB  ${shortened(one.command)}`);
  }
}

const shortened = (command: string) => command.replace(/\S*\/(?=[^/\s]+)/g, '').slice(0, 80);
