import { DEFAULT_SUPPORT_EMAIL } from '../contract/ground/product.ts';

let address = DEFAULT_SUPPORT_EMAIL;

/** Sets this installation's support email address; the shell reads it from the page once at startup. */
export function setSupportEmail(email: string) {
  address = email;
}

/** The email address shown to users who need help from the people who run the installation. */
export const supportEmail = () => address;
