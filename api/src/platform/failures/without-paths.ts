/** A file of a workspace's, wherever the data directory is; its name may hold spaces, quotes end it. */
const OF_A_WORKSPACE = /\/[^"'\n]*?\/ws\/org_\w+\//g;
/** The folders of any absolute path; URLs and fractions don't begin like this. */
const FOLDERS = /(?<![\w/:.])\/(?:[^\s"'/:]+\/)+/g;

/** A message of the engine, in which files are called by their names: where they lie is nobody's business. */
export const withoutOurFolders = (message: string): string => message.replace(OF_A_WORKSPACE, '');

/** A message of this machine's, without any folder of it. */
export const withoutFolders = (message: string): string => withoutOurFolders(message).replace(FOLDERS, '');
