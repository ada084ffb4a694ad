/** The file types that a source made of files accepts, in the format of `<input accept>`. */
export const FILE_TYPES = '.csv,.tsv,.tab,.txt,.json,.geojson,.jsonl,.ndjson,.gz,.zst,.zip';
