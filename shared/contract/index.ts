/**
 * The wire format, defined once: schemas that the API validates and documents with, types for the client, rules for
 * both, and what both servers have in common. Contains no React.
 */
export * from './area.ts';
export * from './catalog.ts';
export * from './config-reader.ts';
export * from './connection-check.ts';
export * from './connector.ts';
export * from './email.rules.ts';
export * from './failure.ts';
export * from './failure-codes.ts';
export * from './finding.ts';
export * from './finding-codes.ts';
export * from './json-api.ts';
export * from './menu.ts';
export * from './message-values.ts';
export * from './language.ts';
export * from './listen-error.ts';
export * from './log-codes.ts';
export * from './name-order.ts';
export * from './network-of.ts';
export * from './organization.ts';
export * from './page-block.ts';
export * from './password-reset.ts';
export * from './password.rules.ts';
export * from './paths.ts';
export * from './permissions.policy.ts';
export * from './person-name.rules.ts';
export * from './product.ts';
export * from './profile.ts';
export * from './rejection-codes.ts';
export * from './rule.ts';
export * from './security-headers.ts';
export * from './server-config.ts';
export * from './server-event.ts';
export * from './session.ts';
export * from './sign-in-options.ts';
export * from './source-connection.ts';
export * from './start-error.ts';
export * from './stream-settings.ts';
export * from './superuser.ts';
export * from './sync-log.ts';
export * from './sync-run.ts';
export * from './table.ts';
export * from './upload.ts';
export * from './words.ts';
export * from './workspace-name.rules.ts';
