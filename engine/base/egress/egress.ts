import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { FailureError } from '../failures/failure.ts';
import { classify, isIn, isSame, networkList } from './address-ranges.ts';

/** Plain data, because it is sent to the processes that connect. */
export interface EgressRules {
  /** Only this machine can reach the product, so its user may reach everything that the machine can. */
  loopbackOnly: boolean;
  allowedNetworks: readonly string[];
  /** Ports that the product itself listens on. */
  ownPorts: readonly number[];
  /** The metadata store's server, if it is the operator's own. */
  ownDatabase?: { host: string; port: number } | null;
}

export interface Target {
  host: string;
  /** The IP address that was checked. Connect to it, and never resolve the name again. */
  address: string;
  port: number;
}

/** The only place where the product decides where it may connect to. */
export class Egress {
  readonly #rules: EgressRules;
  readonly #allowed;

  constructor(rules: EgressRules) {
    this.#rules = rules;
    this.#allowed = networkList(rules.allowedNetworks);
  }

  /** Resolves the name once, so that it can't lead to another address after the check. */
  async resolve(host: string, port: number): Promise<Target> {
    if (!isHost(host)) throw new FailureError('host_not_found', { host });
    const addresses = await addressesOf(host);
    await this.#refuseOwnDatabase(host, addresses, port);
    return this.choose(host, addresses, port);
  }

  /**
   * Returns the IP address to connect to. Throws `address_denied` or `own_address_denied` if ANY
   * of them is off limits.
   */
  choose(host: string, addresses: readonly string[], port: number): Target {
    for (const address of addresses) this.#check(host, address, port);
    return { host, address: addresses[0]!, port };
  }

  #check(host: string, address: string, port: number): void {
    const kind = classify(address);
    if (kind === 'never') throw new FailureError('address_denied', { host, address });
    if (this.#rules.ownPorts.includes(port) && isThisMachine(address)) {
      throw new FailureError('own_address_denied', { host, port });
    }
    if (kind === 'public' || isIn(this.#allowed, address)) return;
    if (this.#rules.loopbackOnly && kind !== 'special') return;
    throw new FailureError('address_denied', { host, address });
  }

  async #refuseOwnDatabase(host: string, addresses: readonly string[], port: number): Promise<void> {
    const { ownDatabase } = this.#rules;
    if (ownDatabase?.port !== port) return;
    const own = await addressesOf(ownDatabase.host);
    const isLocal = own.some(isThisMachine);
    if (
      addresses.some(
        (address) => own.some((each) => isSame(each, address)) || (isLocal && isThisMachine(address)),
      )
    )
      throw new FailureError('own_address_denied', { host, port });
  }
}

async function addressesOf(host: string): Promise<string[]> {
  const literal = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  if (isIP(literal)) return [literal];
  try {
    const found = await lookup(literal, { all: true, order: 'ipv4first' });
    if (found.length > 0) return found.map(({ address }) => address);
  } catch (error) {
    throw new FailureError('host_not_found', { host }, { internalMessage: (error as Error).message });
  }
  throw new FailureError('host_not_found', { host });
}

/** Accepts a name or an IP address: no path (which would be a socket), credentials, port, or zone. */
const isHost = (host: string) =>
  /^[\p{L}\p{N}._-]{1,253}$/u.test(host) || isIP(host.replace(/^\[|\]$/g, '')) === 6;

const isThisMachine = (address: string) => classify(address) === 'loopback' || isOurs(address);

const isOurs = (address: string) =>
  Object.values(networkInterfaces()).some((cards) => cards?.some((card) => isSame(card.address, address)));
