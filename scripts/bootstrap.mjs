/**
 * The start of `npm start`, `npm test`, and others: `node scripts/bootstrap.mjs <script.ts> [arguments]`.
 * Runs on the machine's Node (20 or later) and needs nothing installed. Installs what the lockfile says
 * unless that is done, and continues with the Node that is then in node_modules.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isInstalled, lockHash } from './installed.mjs';

const OLDEST_NODE = 20;
const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const MODULES = path.join(ROOT, 'node_modules');
const BUNDLED_NODE = path.join(MODULES, '.bin', 'node');

// Stripping types and compiling takes a process longer than the rest of its start, so it is done once for
// all. The cache must be where only those who can write the code itself can write: never among temporary
// files.
process.env.NODE_COMPILE_CACHE ??= path.join(MODULES, '.cache', 'compile');

class BootstrapError extends Error {}

async function main([script, ...args]) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new BootstrapError(
      `Headwater needs Node ${OLDEST_NODE} or later to install itself; this is ${process.version}.\n` +
        'Get a current one at https://nodejs.org/ or from your package manager, and run the command again.',
    );
  }
  if (!script) throw new BootstrapError('Usage: node scripts/bootstrap.mjs <script.ts> [arguments]');
  const file = path.resolve(ROOT, script);
  if (!isInstalled(ROOT)) {
    await install();
    return runWithBundledNode(file, args);
  }
  // npm finds the Node of node_modules first, so this process is usually the right one already.
  return isBundledNode() ? runHere(file, args) : runWithBundledNode(file, args);
}

async function install() {
  console.log('Installing packages with npm ci. This is done once and takes a minute or two.');
  await npm([
    'ci',
    // npm before 12 doesn't apply `allowScripts`: the install scripts that it allows are run next, by name.
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--fetch-retries=2',
    '--fetch-retry-maxtimeout=15000',
  ]);
  const allowed = allowedScripts();
  if (allowed.length > 0) await npm(['rebuild', '--ignore-scripts=false', '--loglevel=error', ...allowed]);
  writeFileSync(path.join(MODULES, '.headwater-lock'), lockHash(ROOT));
}

/** Returns the packages of this installation whose install scripts package.json allows. */
function allowedScripts() {
  const { allowScripts = {} } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return Object.keys(allowScripts).filter(
    (name) => allowScripts[name] === true && existsSync(path.join(MODULES, name)),
  );
}

/** Runs npm. If it fails, throws with what to do about it. */
async function npm(args) {
  const { command, prefix } = findNpm();
  const { code, output } = await run(command, [...prefix, ...args]);
  if (code === 0) return;
  const offline =
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|network/i.test(output);
  throw new BootstrapError(
    offline
      ? 'Installing needs the network, and the npm registry could not be reached (see above).\n' +
          'Check the connection, or npm’s settings for a proxy or a mirror, and run the command again.'
      : `npm ${args[0]} failed with exit code ${code} (see above). Run the command again once that is fixed.`,
  );
}

/**
 * Returns the npm that started us, to be run by the Node that it runs on: ours may be in the folder that npm
 * ci empties.
 */
function findNpm() {
  const { npm_execpath: npmCli, npm_node_execpath: node } = process.env;
  if (npmCli && existsSync(npmCli))
    return { command: node && existsSync(node) ? node : process.execPath, prefix: [npmCli] };
  return { command: 'npm', prefix: [] };
}

function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'pipe'] });
    let output = '';
    child.stderr.on('data', (data) => {
      output += data;
      process.stderr.write(data);
    });
    child.on('error', (error) =>
      reject(new BootstrapError(`${command} could not be started: ${error.message}`)),
    );
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function isBundledNode() {
  const { version } = JSON.parse(readFileSync(path.join(MODULES, 'node', 'package.json'), 'utf8'));
  return process.version === `v${version}`;
}

async function runHere(file, args) {
  module.enableCompileCache?.();
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
}

/**
 * Passes on signals and the exit code. A child ended by a signal results in the exit code that shells use for
 * that signal.
 */
function runWithBundledNode(file, args) {
  if (!existsSync(BUNDLED_NODE)) {
    throw new BootstrapError(
      'The Node that the product runs on is missing in node_modules. Its install script may have been forbidden:\n' +
        'npm config get ignore-scripts must say false. Then remove node_modules and run the command again.',
    );
  }
  const child = spawn(BUNDLED_NODE, [file, ...args], { stdio: 'inherit' });
  const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  child.on('error', fail);
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}

function fail(error) {
  console.error(error instanceof BootstrapError ? error.message : error);
  process.exitCode = 1;
}

await main(process.argv.slice(2)).catch(fail);
