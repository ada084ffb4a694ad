import { escapeLiteral } from 'pg';

/** Returns a name as an SQL identifier. */
export const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Returns a text as an SQL literal, for COPY, which takes no parameters. */
export const literal = (text: string) => escapeLiteral(text);
