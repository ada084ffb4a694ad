import type { Failure } from '@headwater/shared/contract';
import { failure } from '@headwater/base/failures/failure';
import type { FoundTable } from '../file-format.ts';

/** What a table is called in its file, even if it's the only one there. Null if it has no name. */
export const partOf = ({ part, ownName }: FoundTable): string | null => part ?? ownName ?? null;

/**
 * Whether files can be joined table by table. As long as each file has a single table, they are one table, whatever it's
 * called in each of them.
 */
export class FileParts {
  #several: string | null = null;
  #nameless: string | null = null;
  /** The first file that doesn't go with the ones before it. */
  #odd: string | null = null;

  /** Whether there are several tables, to which files contribute by the names of theirs. */
  get isSeveral(): boolean {
    return this.#several !== null;
  }

  see(file: string, tables: readonly FoundTable[]): void {
    if (tables.some(({ part }) => part !== null)) this.#several ??= file;
    // Nothing is known of what can't be read.
    else if (tables.some((table) => !table.problem && partOf(table) === null)) this.#nameless ??= file;
    if (this.#several !== null && this.#nameless !== null) this.#odd ??= file;
  }

  /** Why the files seen so far have no tables in common. */
  problem(field: string | null): Failure | null {
    if (this.#odd === null) return null;
    const first = this.#odd === this.#several ? this.#nameless! : this.#several!;
    return failure('files_parts_differ', { file: this.#odd, first }, { field });
  }
}
