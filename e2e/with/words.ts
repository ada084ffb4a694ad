import { RegistryFault } from 'delivery';

const WITH = '--with';
const SAY_WHICH =
  'Say which version: npm run e2e -- --with <name>@<version>. npm run deliver -- publish prints it.';
const REFERENCE = /^[a-z][a-z0-9-]*@\S+$/;

/** The arguments after `npm run e2e --`. */
export interface Words {
  /** The versions to try, as `<name>@<version>`. Empty for a run of the clone's own builds. */
  candidates: string[];
  /** The arguments that are left for Playwright. */
  more: string[];
}

/** `--with` takes one or several versions and may be repeated. */
export function readWords(words: readonly string[]): Words {
  const candidates: string[] = [];
  const more: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word !== WITH) {
      more.push(word);
      continue;
    }
    const named = referencesFrom(words, index + 1);
    if (named.length === 0) throw new RegistryFault('bad_reference', [SAY_WHICH]);
    candidates.push(...named);
    index += named.length;
  }
  return { candidates, more };
}

function referencesFrom(words: readonly string[], start: number): string[] {
  const rest = words.slice(start);
  const end = rest.findIndex((word) => !REFERENCE.test(word));
  return end === -1 ? rest : rest.slice(0, end);
}
