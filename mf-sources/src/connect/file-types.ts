/** What a source of files takes, as in `<input accept>`. */
export const FILE_TYPES = '.csv,.tsv,.txt';
