import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import { ConfigError } from '@headwater/shared/contract';
import { FailureError } from '@headwater/base/failures/failure';
import { connectors } from '../registry.ts';
import { newDict } from '@headwater/manifests/template/values';
import {
  bridgeDeclaration,
  type Bridge,
  type BridgeDeclaration,
} from '@headwater/protocol/bridge-declaration';
import { formOf } from './bridge.connector.ts';
import { messages } from './bridge-calls.ts';

const SPEC_SECONDS = 60;
const MOST_BRIDGES = 200;

/** Reads the operator’s file of bridges, and asks each executable for its form. Throws a ConfigError with every fault. */
export async function loadBridges(path: string | null): Promise<Bridge[]> {
  if (path === null) return [];
  const entries = await entriesIn(path);
  const faults: { at: number; fault: string }[] = [];
  const bridges = await Promise.all(
    entries.map(async (entry, at) => {
      const label = `${path}: bridge ${at + 1}`;
      try {
        const declaration = declarationIn(entry);
        if (connectors.some(({ name }) => name === declaration.name))
          throw new Fault(`name is "${declaration.name}", which is a connector of the product`);
        if (entries.findIndex((each) => (each as { name?: unknown }).name === declaration.name) !== at)
          throw new Fault(`name is "${declaration.name}", which another one has already`);
        await requireExecutable(declaration.command[0]!);
        return await registered(declaration);
      } catch (error) {
        if (!(error instanceof Fault) && !(error instanceof FailureError)) throw error;
        const name = (entry as { name?: unknown } | null)?.name;
        faults.push({
          at,
          fault: `${label}${typeof name === 'string' ? ` (${name})` : ''}: ${error.message}`,
        });
        return null;
      }
    }),
  );
  if (faults.length > 0)
    throw faulty(...faults.sort((one, other) => one.at - other.at).map(({ fault }) => fault));
  return bridges.filter((bridge) => bridge !== null);
}

class Fault extends Error {}

const faulty = (...faults: string[]) =>
  new ConfigError(
    faults.map((fault) => ({
      name: 'BRIDGES_FILE',
      fault: `can’t be used: ${fault}`,
      example: '/etc/headwater/bridges.json',
    })),
  );

async function entriesIn(path: string): Promise<unknown[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw faulty(`${path} can’t be read (${error.code})`);
  });
  try {
    const { bridges } = JSON.parse(text) as { bridges?: unknown };
    if (Array.isArray(bridges) && bridges.length <= MOST_BRIDGES) return bridges;
  } catch {
    throw faulty(`${path} isn’t JSON`);
  }
  throw faulty(`${path} must be an object with a list of at most ${MOST_BRIDGES} "bridges"`);
}

const validate = new Ajv({ allErrors: true, discriminator: false }).compile(bridgeDeclaration);

function declarationIn(entry: unknown): BridgeDeclaration {
  if (validate(entry)) return entry as BridgeDeclaration;
  const { protocol } = (entry ?? {}) as { protocol?: unknown };
  if (protocol !== 'airbyte' && protocol !== 'singer')
    throw new Fault('protocol must be "airbyte" or "singer"');
  // Of the two forms that an entry can have, only the faults of its own say something.
  const branch = protocol === 'airbyte' ? '/anyOf/0' : '/anyOf/1';
  const own = (validate.errors ?? []).filter(({ schemaPath }) => schemaPath.includes(branch));
  throw new Fault([...new Set(own.map(faultOf))].join('; '));
}

function faultOf({ instancePath, message = 'is not valid', keyword, params }: ErrorObject): string {
  if (keyword === 'additionalProperties') return `${params.additionalProperty} is not known`;
  if (keyword === 'required') return `${params.missingProperty} is missing`;
  return `${instancePath.slice(1).replaceAll('/', '.')} ${message}`;
}

async function requireExecutable(path: string): Promise<void> {
  if (!isAbsolute(path)) throw new Fault(`command begins with "${path}", which must be an absolute path`);
  await access(path, constants.X_OK).catch(() => {
    throw new Fault(`${path} can’t be executed`);
  });
}

async function registered(declaration: BridgeDeclaration): Promise<Bridge> {
  const specification =
    declaration.protocol === 'singer' ? declaration.configuration : await specificationOf(declaration);
  const bridge = { declaration, specification };
  const { unsupported } = formOf(bridge);
  if (unsupported.length > 0) throw new Fault(unsupported.join(' '));
  return bridge;
}

async function specificationOf(declaration: BridgeDeclaration): Promise<Record<string, unknown>> {
  const signal = AbortSignal.timeout(SPEC_SECONDS * 1_000);
  const calling = {
    bridge: { declaration, specification: {} },
    config: newDict(),
    secrets: [],
    context: { signal },
  };
  try {
    let found: Record<string, unknown> | null = null;
    for await (const message of messages(calling, { args: ['spec'], files: {} }))
      if (message.type === 'specification')
        found = JSON.parse(JSON.stringify(message.specification)) as typeof found;
    if (!found) throw new Fault('it sent no SPEC when it was called with spec');
    return found;
  } catch (error) {
    if (signal.aborted) throw new Fault(`spec didn’t end within ${SPEC_SECONDS} seconds`);
    throw error;
  }
}
