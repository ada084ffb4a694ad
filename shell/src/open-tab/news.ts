import type { PageBlock } from '@headwater/shared/contract';
import type { LiveRegistry } from './ask-registry.ts';

/** What a tab should know: the next page has another shell, or a version that this tab holds is withdrawn. */
export interface News {
  newShell: boolean;
  /** Remotes. An override keeps to its versions, whatever becomes of them. */
  fixed: string[];
}

/** A remote that was merely promoted or rolled back is no news: the tab stays with what it was loaded with. */
export function newsIn({ shell, blocked }: LiveRegistry, page: PageBlock): News {
  const isFixed = ([name, { version }]: [string, { version: string }]) =>
    blocked[name]?.includes(version) && !page.override?.set.includes(`${name}@${version}`);
  return {
    newShell: shell.version !== page.shell.version,
    fixed: Object.entries(page.remotes)
      .filter(isFixed)
      .map(([name]) => name),
  };
}
