/**
 * Makes this process exit as soon as the one that started it is gone. That shows in two ways: the channel closes, or a
 * message that is being sent can't be delivered anymore, which would end us with a stack trace.
 */
export function exitWithParent(): void {
  process.on('disconnect', () => process.exit());
  (process as NodeJS.EventEmitter).on('error', () => process.exit());
}
