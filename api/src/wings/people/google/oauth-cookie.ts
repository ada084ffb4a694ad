import { tokenCookie } from '../../../http/token-cookie.ts';

export const ATTEMPT_SECONDS = 600;

/** Identifies the browser that began an attempt. Lax, because the provider's page leads back to us. */
export const oauthCookie = tokenCookie('oauth', 'lax');
