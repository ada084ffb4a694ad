import { DEFAULT_SUPPORT_EMAIL } from '../contract/product.ts';

let address = DEFAULT_SUPPORT_EMAIL;

/** The shell says once, at start, what the page names as this installation's support address. */
export function setSupportEmail(email: string) {
  address = email;
}

/** Whom a screen names where the people who run the installation have to be asked. */
export const supportEmail = () => address;
