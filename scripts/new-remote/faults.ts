import { existsSync } from 'node:fs';
import path from 'node:path';
import { listRemotes, readJson, type PackageJson } from './repository.ts';
import { slugOf, type NewRemote } from './remote.ts';

const NAME = /^mf-[a-z]+(?:-[a-z]+)*$/;
const LONGEST_NAME = 40;
const SEGMENT = '[a-z0-9]+(?:-[a-z0-9]+)*';
const PATH = new RegExp(`^(?:/w/:organizationId)?(?:/${SEGMENT})+$`);
const TEAM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const CONTACT = /^[^\s@]+@[^\s@]+$/;

/** Folders and chunks that every remote has for something else. */
const TAKEN_SLUGS = ['routes', 'messages', 'testing'];

/** Of the shell, with room for areas below. */
const OPEN = ['/', '/w/:organizationId'];

/** Addresses that the servers answer, never a page. */
const SERVERS = ['api', 'csp-reports', 'delivery', 'health', 'metrics', 'r', 'registry', 'w'];

/** Everything that is wrong with the wish for a remote; nothing where it can be made. */
export function faultsOf(root: string, remote: NewRemote): string[] {
  return [...faultsOfName(root, remote), ...faultsOfPath(root, remote), ...faultsOfWords(remote)];
}

function faultsOfName(root: string, { name }: NewRemote): string[] {
  if (!NAME.test(name) || name.length > LONGEST_NAME)
    return [`"${name}" can't be the name of a remote: mf- and small letters, for example mf-reports`];
  if (TAKEN_SLUGS.includes(slugOf(name)))
    return [`A remote can't be called ${name}: each has a folder or a chunk "${slugOf(name)}" already`];
  if (existsSync(path.join(root, name))) return [`${name} exists already`];
  return [];
}

function faultsOfPath(root: string, { path: wanted, group }: NewRemote): string[] {
  if (wanted === '/w/:organizationId' || !PATH.test(wanted))
    return [
      `"${wanted}" can't be the path of a remote. In a workspace it is like /w/:organizationId/reports, elsewhere like /reports`,
    ];
  const first = segmentsOf(wanted)[0] ?? '';
  if (group !== 'workspace' && SERVERS.includes(first))
    return [`"${wanted}" can't be the path of a remote: the server answers /${first}`];
  return overlaps(root, wanted);
}

/** An area is an address and all below it, so neither may lie within the other. */
function overlaps(root: string, wanted: string): string[] {
  const taken = ['shell', ...listRemotes(root)].flatMap((name) =>
    readJson<PackageJson>(root, `${name}/package.json`)
      .headwater.routes.map((route) => route.path.replace(/\/\*$/, ''))
      .filter((address) => !OPEN.includes(address))
      .filter((address) => isWithin(wanted, address) || isWithin(address, wanted))
      .map((address) => `${address} of ${name}`),
  );
  return taken.length > 0 ? [`"${wanted}" is taken: there is ${[...new Set(taken)].join(', ')}`] : [];
}

function isWithin(inner: string, outer: string): boolean {
  const segments = segmentsOf(inner);
  return segmentsOf(outer).every((segment, index) => segments[index] === segment);
}

const segmentsOf = (address: string) => address.split('/').slice(1);

function faultsOfWords({ team, contact, title }: NewRemote): string[] {
  const faults: string[] = [];
  if (!TEAM.test(team)) faults.push(`"${team}" can't be a team: small letters, digits and hyphens`);
  if (!CONTACT.test(contact)) faults.push(`"${contact}" can't be a contact: an address of mail`);
  for (const text of Object.values(title))
    if (!/^[^{}'"\\\n]{1,60}$/.test(text))
      faults.push(`"${text}" can't be a title: at most 60 characters, no braces, quotes or backslashes`);
  return faults;
}
