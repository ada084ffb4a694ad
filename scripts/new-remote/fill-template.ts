import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Audience } from '@headwater/shared/contract';
import type { Headwater } from 'delivery';
import { componentOf, slugOf, type NewRemote } from './remote.ts';
import { readJson, readText, toJson, type Files, type PackageJson } from './repository.ts';

/** Who it is for, if its layout doesn't determine that. */
const AUDIENCE: Partial<Record<NewRemote['group'], Audience>> = {
  public: 'everyone',
  standalone: 'signed-in',
};

const TEMPLATE = path.join(import.meta.dirname, 'template');

/**
 * Returns the remote's own files and its workflow. The template is a working remote called mf-example, which
 * types, lint, and its own test check. What is specific to it is replaced, longer words first.
 */
export function fillTemplate(remote: NewRemote): Files {
  const files = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(TEMPLATE, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
    )
    .sort();
  const replace = replacer(remote);
  return new Map(
    files.map((file) => [
      file === 'workflow.yml' ? `.github/workflows/${remote.name}.yml` : `${remote.name}/${replace(file)}`,
      file === 'package.json' ? packageJson(remote) : replace(readText(TEMPLATE, file)),
    ]),
  );
}

/** The entry in the workspace's menu has its title and is last. */
function packageJson({ name, team, contact, group, path: address }: NewRemote): string {
  const template = readJson<PackageJson>(TEMPLATE, 'package.json');
  const headwater: Headwater = {
    owner: { team, contact },
    areas: [{ group, audience: AUDIENCE[group], mount: address }],
    ...(group === 'workspace' && {
      menu: template.headwater.menu?.map((entry) => ({ ...entry, path: address })),
    }),
    routes: [{ path: address, chunks: [slugOf(name)], requests: [] }],
  };
  return toJson({ ...template, name, headwater });
}

function replacer({ name, path: address, team, contact, title }: NewRemote): (text: string) => string {
  const words: [string, string][] = [
    ['team _example_, example@headwater.example', `team _${team}_, ${contact}`],
    ['/w/:organizationId/example', address],
    ['/w/org_finch/example', address.replace(':organizationId', 'org_finch')],
    ['mf-example', name],
    ['An example', title.en],
    ['Ein Beispiel', title.de],
    ['ExamplePage', `${componentOf(name)}Page`],
    ['example', slugOf(name)],
  ];
  const replacements = new Map(words);
  const all = new RegExp(
    words.map(([word]) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'),
    'g',
  );
  // in one pass, so that an inserted word is not replaced again
  return (text) => text.replaceAll(all, (word) => replacements.get(word) ?? word);
}
