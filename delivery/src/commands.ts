import { canaryCommand } from './commands/canary.ts';
import type { Command } from './commands/command.ts';
import { historyCommand } from './commands/history.ts';
import { promoteCommand, rollbackCommand, withdrawCommand } from './commands/move.ts';
import { overrideCommand } from './commands/override.ts';
import { publishCommand } from './commands/publish.ts';
import { statusCommand } from './commands/status.ts';
import { gcCommand, verifyCommand } from './commands/upkeep.ts';

/** The commands of `npm run deliver -- <command>`, by name. */
export const commands: Readonly<Record<string, Command>> = {
  publish: publishCommand,
  promote: promoteCommand,
  canary: canaryCommand,
  override: overrideCommand,
  rollback: rollbackCommand,
  withdraw: withdrawCommand,
  status: statusCommand,
  history: historyCommand,
  verify: verifyCommand,
  gc: gcCommand,
};
