import type { IDToken } from 'openid-client';
import { asSeen, emailRules, firstBroken, personNameRules } from '@headwater/shared/contract';
import { GOOGLE_ISSUER, type GoogleConfig } from '../../../platform/config/config.ts';
import { foldEmail } from '../identity/index.ts';

/** A user according to the provider. The email address is verified by the provider, but doesn't identify the user. */
export interface GoogleIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string | null;
  /** The domain of the organization that the account belongs to. */
  readonly hostedDomain: string | null;
}

/** Names the claim by which an ID token breaks a rule, never its value. */
export class ClaimRefused extends Error {
  override readonly name = 'ClaimRefused';
}

export const SKEW_SECONDS = 60;

const SUBJECT = /^[\x20-\x7e]{1,255}$/;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
const GOOGLE_DOMAINS = ['gmail.com', 'googlemail.com'];

/**
 * Returns the identity in an ID token whose signature, expiry, and nonce openid-client has checked.
 * Checks what openid-client is less strict about: additional audiences, another authorized party, and
 * tokens from the future.
 */
export function identityOf(
  claims: IDToken,
  { issuer, clientId }: GoogleConfig,
  now = Date.now(),
): GoogleIdentity {
  const { iss, aud, azp, iat, sub, email, email_verified: isVerified } = claims;
  demand(iss === issuer, 'iss');
  demand([aud].flat().length === 1 && [aud].flat()[0] === clientId, 'aud');
  demand(azp === undefined || azp === clientId, 'azp');
  demand(iat <= now / 1000 + SKEW_SECONDS, 'iat');
  demand(SUBJECT.test(sub), 'sub');
  demand(isVerified === true, 'email_verified');
  if (typeof email !== 'string' || firstBroken(emailRules, email)) throw new ClaimRefused('email');
  return { issuer, subject: sub, email, name: nameOf(claims), hostedDomain: domainOf(claims) };
}

function demand(holds: boolean, claim: string): void {
  if (!holds) throw new ClaimRefused(claim);
}

function nameOf({ name }: IDToken): string | null {
  if (typeof name !== 'string') return null;
  const plain = asSeen(name).trim();
  return firstBroken(personNameRules, plain) ? null : plain;
}

const domainOf = ({ hd }: IDToken) => (typeof hd === 'string' && DOMAIN.test(hd) ? hd : null);

/**
 * Whether the mailbox is run by the issuer itself or belongs to its organization's directory. Only then does
 * a verified email address mean that the person has it today. For all others, the issuer only knows that
 * they once had it. Google reports whose directory an account is in (`hd`). For other issuers, the operator
 * lists their domains.
 */
export function isAuthoritative(
  { issuer, email, hostedDomain }: GoogleIdentity,
  { issuerDomains }: Pick<GoogleConfig, 'issuerDomains'>,
): boolean {
  const domain = foldEmail(email).slice(email.lastIndexOf('@') + 1);
  if (issuer !== GOOGLE_ISSUER) return issuerDomains.includes(domain);
  return GOOGLE_DOMAINS.includes(domain) || hostedDomain?.toLowerCase() === domain;
}
