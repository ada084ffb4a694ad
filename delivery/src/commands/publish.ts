import path from 'node:path';
import { publish } from '../registry/publish.ts';
import { readBuild } from '../registry/read-build.ts';
import { RegistryFault } from '../registry/registry-fault.ts';
import type { Command } from './command.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

export const publishCommand: Command = async (registry, names, { by, shell }) => {
  if (names.length === 0)
    throw new RegistryFault('bad_reference', ['Say what to publish, for example: publish mf-data']);
  const beside = await Promise.all(names.map((name) => readBuild(path.resolve(ROOT, name))));
  for (const build of beside) {
    const { record, created } = await publish(registry, build, { by, shell, beside });
    const reference = `${record.name}@${record.version}`;
    console.log(created ? `Published ${reference}` : `${reference} is already published`);
    console.log(`Try it:          npm run e2e -- --with ${reference}`);
    console.log(`Make it current: npm run deliver -- promote ${reference}`);
  }
};
