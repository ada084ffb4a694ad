import type { FastifyRequest } from 'fastify';

const LONGEST = 120;

/** Returns what the program that sent a request calls itself. Null if it doesn't say. Nothing vouches for it. */
export function programOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const text = (headers['user-agent'] ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  if (text === '') return null;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text;
}
