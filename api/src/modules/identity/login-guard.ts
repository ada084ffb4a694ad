import { networkOf } from '@headwater/shared/contract';
import type { InstallationDb } from '../../platform/database/installation-db.ts';
import { rateLimited } from '../../http/rate-limits.ts';
import { hmac, type Keys } from '../../platform/secrets/keys.ts';
import { foldEmail } from './fold-email.ts';
import { deleteLoginFailures, insertLoginFailure, secondsBlocked } from './login-failures.repository.ts';
import { listSessionAddresses } from './sessions.repository.ts';

/** Wrong passwords for an account from one address within five minutes. */
const FROM_ONE_ADDRESS = 5;
/** From all addresses together: many machines that guess at one account. */
const FROM_ANYWHERE = 50;

/** Who tries to prove that an account is theirs, and from where. */
interface Claimant {
  readonly email: string;
  readonly ip: string;
}

/**
 * Slows down guessing at an account, whether anybody has it or not: what is stored are HMACs. Failures count by account
 * and address, so that nobody locks an owner out from elsewhere; those of all addresses together count as well, but
 * don't stop who comes from an address that the account is signed in at.
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

  /** Throws the 429 that says when to come back. */
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
