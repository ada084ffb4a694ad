import { ownValue } from '@headwater/shared/contract';
import type { PageBlock } from '@headwater/shared/contract';
import type { LiveRegistry } from './ask-registry.ts';

/** What a tab should know: the next page has another shell, or a version that this tab uses is blocked. */
export interface News {
  newShell: boolean;
  /** The names of remotes. An override keeps its versions, whatever happens to them. */
  fixed: string[];
}

/**
 * A remote that was merely promoted or rolled back is no news: the tab keeps the versions it was loaded with.
 */
export function newsIn({ shell, blocked }: LiveRegistry, page: PageBlock): News {
  const isFixed = ([name, { version }]: [string, { version: string }]) =>
    ownValue(blocked, name)?.includes(version) && !page.override?.set.includes(`${name}@${version}`);
  return {
    newShell: shell.version !== page.shell.version,
    fixed: Object.entries(page.remotes)
      .filter(isFixed)
      .map(([name]) => name),
  };
}
