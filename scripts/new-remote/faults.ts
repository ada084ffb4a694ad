import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Area } from '@headwater/shared/contract';
import { faultOfAddress, overlapOf, placeOf } from 'delivery';
import { listRemotes, readJson, type PackageJson } from './repository.ts';
import { slugOf, type NewRemote } from './remote.ts';

const NAME = /^mf-[a-z]+(?:-[a-z]+)*$/;
const LONGEST_NAME = 40;
/** Paths of the shell that may have areas below them. */
const OPEN = ['/', '/w/:organizationId'];

const TEAM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const CONTACT = /^[^\s@]+@[^\s@]+$/;

/** Folders and chunks that every remote uses for something else. */
const TAKEN_SLUGS = ['routes', 'messages', 'testing'];

/** Returns everything that is wrong with the options of a new remote. Empty if it can be created. */
export function faultsOf(root: string, remote: NewRemote): string[] {
  return [...faultsOfName(root, remote), ...faultsOfPath(root, remote), ...faultsOfWords(remote)];
}

function faultsOfName(root: string, { name }: NewRemote): string[] {
  if (!NAME.test(name) || name.length > LONGEST_NAME)
    return [`"${name}" can't be the name of a remote: mf- and small letters, for example mf-forecasts`];
  if (TAKEN_SLUGS.includes(slugOf(name)))
    return [`A remote can't be called ${name}: each has a folder or a chunk "${slugOf(name)}" already`];
  if (existsSync(path.join(root, name))) return [`${name} exists already`];
  return [];
}

/** Applies the rules of publishing, with everything in this repository, live or not. */
function faultsOfPath(root: string, { path: wanted, group }: NewRemote): string[] {
  const fault = faultOfAddress(group, wanted);
  if (fault !== undefined) return [fault];
  const area = { group, mount: wanted, paths: [wanted] };
  const taken = addressesOf(root).flatMap(({ name, areas }) =>
    overlapOf([area], areas).map(([, address]) => `${address} of ${name}`),
  );
  return taken.length > 0 ? [`"${wanted}" is taken: there is ${taken.join(', ')}`] : [];
}

/** Returns the remotes' areas and the shell's own paths, of which only redirects can be in the way. */
function addressesOf(root: string): { name: string; areas: Area[] }[] {
  const headwaterOf = (name: string) => readJson<PackageJson>(root, `${name}/package.json`).headwater;
  const redirects = headwaterOf('shell').routes.map(({ path: address }) => address);
  const ofShell = redirects
    .filter((address) => !OPEN.includes(address))
    .map((address): Area => ({ group: 'public', mount: address, paths: [address] }));
  return [
    { name: 'shell', areas: ofShell },
    ...listRemotes(root).map((name) => ({ name, areas: placeOf(headwaterOf(name), {}).areas })),
  ];
}

function faultsOfWords({ team, contact, title }: NewRemote): string[] {
  const faults: string[] = [];
  if (!TEAM.test(team)) faults.push(`"${team}" can't be a team: small letters, digits and hyphens`);
  if (!CONTACT.test(contact)) faults.push(`"${contact}" can't be a contact: an email address`);
  for (const text of Object.values(title))
    if (!/^[^{}<>'"\\\n]{1,60}$/.test(text))
      faults.push(`"${text}" can't be a title: at most 60 characters, no brackets, quotes or backslashes`);
  return faults;
}
