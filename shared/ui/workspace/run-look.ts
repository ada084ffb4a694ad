/** How the states of runs look, as the glyph and the tone of a Mark. */
export const RUN_LOOK = {
  pending: ['never', 'none'],
  queued: ['queued', 'none'],
  running: ['syncing', 'info'],
  succeeded: ['synced', 'ok'],
  partially_succeeded: ['incomplete', 'warn'],
  incomplete: ['incomplete', 'warn'],
  failed: ['failed', 'bad'],
  canceling: ['syncing', 'none'],
  canceled: ['skipped', 'none'],
} as const;
