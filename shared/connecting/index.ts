/**
 * How programs read a workspace as a service account, for the remotes that show it. Like `tables`, this door is compiled
 * into each of these remotes, so it imports the rest of shared through its doors.
 */
export { AccountName } from './account-name.tsx';
export { accountQueries, type ServiceAccount } from './account.queries.ts';
export { ClientSnippet } from './client-snippet.tsx';
export { CLIENT_NAMES, CLIENTS, isOfModels, type Client } from './clients.ts';
export { connectingMessages } from './connecting-messages.ts';
export { FirstUse } from './first-use.tsx';
export { seenTables, type SeenTable } from './seen-tables.ts';
export { snippetOf, type Target } from './snippets.ts';
