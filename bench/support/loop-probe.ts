import { writeFileSync } from 'node:fs';

/**
 * Loaded into the product before its own code (`--import`). Watches its event loop and, on SIGUSR2, writes
 * down what it has seen since the last time. See event-loop.ts. The product's child processes inherit the
 * option but are not watched.
 */
const file = process.env.LOOP_PROBE_FILE;
if (file && process.argv[1]?.endsWith('scripts/product/start.ts')) watch(file);

function watch(path: string): void {
  let longest = { wall: 0, cpu: 0 };
  let at = performance.now();
  let cpu = process.threadCpuUsage();
  setInterval(() => {
    const spent = process.threadCpuUsage(cpu);
    longest = {
      wall: Math.max(longest.wall, performance.now() - at),
      cpu: Math.max(longest.cpu, (spent.user + spent.system) / 1000),
    };
    at = performance.now();
    cpu = process.threadCpuUsage();
  }, 1).unref();
  process.on('SIGUSR2', () => {
    const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    writeFileSync(path, JSON.stringify({ ...longest, timers }));
    longest = { wall: 0, cpu: 0 };
  });
}
