import path from 'node:path';
import { referenceOf, SHELL } from '../registry/names.ts';
import { findObstacles } from '../registry/promote.ts';
import { publish } from '../registry/publish.ts';
import { readBuild } from '../registry/read-build.ts';
import { RegistryFault } from '../registry/registry-fault.ts';
import type { Command } from './command.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

export const publishCommand: Command = async (registry, names, { by, shell }) => {
  if (names.length === 0)
    throw new RegistryFault('bad_reference', ['Say what to publish, for example: publish mf-data']);
  const builds = await Promise.all(names.map((name) => readBuild(path.resolve(ROOT, name))));
  for (const build of builds) {
    const { created } = await publish(registry, build, { by, shell });
    console.log(created ? `Published ${referenceOf(build)}` : `${referenceOf(build)} is already published`);
  }
  const published = builds.map(referenceOf).join(' ');
  console.log(`Try it:          npm run e2e -- --with ${published}`);
  console.log(`Make it current: npm run deliver -- promote ${published}`);
  const shells = shell === undefined ? [] : [{ name: SHELL, version: shell }];
  const obstacles = await findObstacles(registry, [...shells, ...builds]);
  for (const obstacle of obstacles) console.log(`In the way now:  ${obstacle}`);
};
