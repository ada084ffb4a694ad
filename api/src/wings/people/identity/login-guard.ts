import { networkOf } from '@headwater/shared/contract';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import { rateLimited } from '../../../http/rate-limits.ts';
import { hmac, type Keys } from '../../../platform/secrets/keys.ts';
import { foldEmail } from './fold-email.ts';
import { deleteLoginFailures, insertLoginFailure, secondsBlocked } from './login-failures.repository.ts';
import { listSessionAddresses } from './sessions.repository.ts';

/** How many wrong passwords for an account are allowed from one IP address within five minutes. */
const FROM_ONE_ADDRESS = 5;
/** The same for all IP addresses together, against many machines that guess at one account. */
const FROM_ANYWHERE = 50;

/** Someone who tries to prove that an account is theirs, and where they are. */
interface Claimant {
  readonly email: string;
  readonly ip: string;
}

/**
 * Slows down guessing at an account, whether or not it exists, as only HMACs are stored. Failures count by
 * account and IP address, so that no one can lock an owner out from elsewhere. Failures from all addresses
 * together count as well, but don't block IP addresses from which the account is signed in.
 */
export class LoginGuard {
  readonly #account: Buffer;
  readonly #atAddress: Buffer;
  readonly #email: string;
  readonly #address: string;

  constructor({ accounts }: Pick<Keys, 'accounts'>, { email, ip }: Claimant) {
    this.#email = foldEmail(email);
    this.#address = networkOf(ip);
    this.#account = hmac(accounts, this.#email);
    this.#atAddress = hmac(accounts, `${this.#email}|${this.#address}`);
  }

  /** Throws a 429 with the time to wait. */
  async refuseIfBlocked(db: InstallationDb): Promise<void> {
    const here = await secondsBlocked(db, [this.#atAddress]);
    if (here > 0) throw rateLimited(here);
    const anywhere = await secondsBlocked(db, [this.#account]);
    if (anywhere > 0 && !(await this.#isSignedInHere(db))) throw rateLimited(anywhere);
  }

  async recordFailure(db: InstallationDb): Promise<void> {
    await insertLoginFailure(db, this.#atAddress, FROM_ONE_ADDRESS);
    await insertLoginFailure(db, this.#account, FROM_ANYWHERE);
  }

  async forgetFailures(db: InstallationDb): Promise<void> {
    await deleteLoginFailures(db, [this.#atAddress, this.#account]);
  }

  async #isSignedInHere(db: InstallationDb): Promise<boolean> {
    const addresses = await listSessionAddresses(db, this.#email);
    return addresses.some((address) => networkOf(address) === this.#address);
  }
}
