import { networkOf } from '@headwater/shared/contract';

/** Further networks are counted together: their number depends on clients and must not fill the memory. */
const MOST_NETWORKS = 5_000;
const MOST_FAILED = 10_000;

interface Counts {
  pages: number;
  failing: number;
}

/** Counts pages and failing pages of a version, in total and by the network that they were sent to. */
export class Tally {
  readonly all: Counts = { pages: 0, failing: 0 };
  readonly #networks = new Map<string, Counts>();
  readonly #failed = new Set<string>();

  addPage(address: string): void {
    this.all.pages += 1;
    this.#of(address).pages += 1;
  }

  /** Counts a page once, whatever else it reports. */
  addFailure(page: string, address: string): void {
    if (this.#failed.has(page) || this.#failed.size >= MOST_FAILED) return;
    this.#failed.add(page);
    this.all.failing += 1;
    this.#of(address).failing += 1;
  }

  /**
   * Returns the counts without the network with the most failures, so that a single sender can't make them
   * up.
   */
  get others(): Counts {
    let worst: Counts = { pages: 0, failing: 0 };
    for (const counts of this.#networks.values()) if (counts.failing > worst.failing) worst = counts;
    return { pages: this.all.pages - worst.pages, failing: this.all.failing - worst.failing };
  }

  #of(address: string): Counts {
    const network = networkOf(address);
    const known = this.#networks.get(network);
    if (known) return known;
    const key = this.#networks.size < MOST_NETWORKS ? network : 'others';
    const counts = this.#networks.get(key) ?? { pages: 0, failing: 0 };
    this.#networks.set(key, counts);
    return counts;
  }
}

export const ratioOf = ({ pages, failing }: Counts) => (pages === 0 ? 0 : failing / pages);
