import { isNetwork } from '@headwater/shared/contract';

/** Returns the addresses and networks in a text, one a line or with commas between them. */
export const networksIn = (text: string): string[] =>
  text.split(/[\s,]+/).filter((network) => network !== '');

/** Returns the first text that is neither an address nor a network. */
export const invalidNetwork = (text: string): string | undefined =>
  networksIn(text).find((network) => !isNetwork(network));
