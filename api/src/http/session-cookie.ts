import { tokenCookie } from './token-cookie.ts';

export const sessionCookie = tokenCookie('sid', 'strict');
