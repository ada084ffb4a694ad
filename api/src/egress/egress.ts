import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { FailureError } from '../connectors/failure.ts';
import { classify, isIn, networkList } from './address-ranges.ts';

/** Plain data: it goes to the processes that connect. */
export interface EgressRules {
  /** Nobody but this machine reaches the product, so its user may reach what the machine can. */
  loopbackOnly: boolean;
  allowedNetworks: readonly string[];
  /** Ports that the product itself listens on. */
  ownPorts: readonly number[];
}

export interface Target {
  host: string;
  /** The address that was checked: connect to this one, never to the name again. */
  address: string;
  port: number;
}

/** The one place through which the product decides where it connects to. */
export class Egress {
  readonly #rules: EgressRules;
  readonly #allowed;

  constructor(rules: EgressRules) {
    this.#rules = rules;
    this.#allowed = networkList(rules.allowedNetworks);
  }

  /** Resolves once and refuses if any of the addresses is denied: a name must not lead here today and there tomorrow. */
  async resolve(host: string, port: number): Promise<Target> {
    if (!isHost(host)) throw new FailureError('host_not_found', { host });
    const addresses = await addressesOf(host);
    for (const address of addresses) this.#check(host, address, port);
    return { host, address: addresses[0]!, port };
  }

  #check(host: string, address: string, port: number): void {
    const kind = classify(address);
    if (kind === 'never') throw new FailureError('address_denied', { host, address });
    if (this.#rules.ownPorts.includes(port) && (kind === 'loopback' || isOurs(address))) {
      throw new FailureError('own_address_denied', { host, port });
    }
    if (kind === 'public' || isIn(this.#allowed, address)) return;
    if (this.#rules.loopbackOnly && kind !== 'special') return;
    throw new FailureError('address_denied', { host, address });
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

/** A name or an address: no path (a socket!), no credentials, no port, no zone. */
const isHost = (host: string) =>
  /^[\p{L}\p{N}._-]{1,253}$/u.test(host) || isIP(host.replace(/^\[|\]$/g, '')) === 6;

const isOurs = (address: string) =>
  Object.values(networkInterfaces()).some((cards) => cards?.some((card) => card.address === address));
