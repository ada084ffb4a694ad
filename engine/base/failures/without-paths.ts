/**
 * The folders of a workspace's file, wherever the data directory is. They may contain spaces,
 * and quotes end them.
 */
const OF_A_WORKSPACE = /\/[^"'\n]*?\/ws\/org_\w+\//g;
/** The folders of any absolute path. URLs and fractions don't begin like this. */
const FOLDERS = /(?<![\w/:.])\/(?:[^\s"'/:]+\/)+/g;

/** Reduces our own files in an engine's message to their names, so that it doesn't reveal where they are. */
export const withoutOurFolders = (message: string): string => message.replace(OF_A_WORKSPACE, '');

/** Removes all of this machine's folders from a message. */
export const withoutFolders = (message: string): string => withoutOurFolders(message).replace(FOLDERS, '');
