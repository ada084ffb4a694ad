import { ConfigError } from './config.ts';
import { StartError } from './start-error.ts';

/** What an operator reads when the product can't start or a command can't be done: no stack where we know the reason. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof StartError) return `${error.message}\n${error.remedy}`;
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `${address}:${port} is taken by another program.\nStop that one, or set PORT to a free port, such as PORT=8081.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} needs an administrator's rights.\nSet PORT to one above 1023, such as PORT=8080.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
