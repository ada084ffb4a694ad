/** The file types that a source made of files accepts, in the format of `<input accept>`. */
export const FILE_TYPES =
  '.csv,.tsv,.tab,.txt,.xlsx,.xlsm,.ods,.json,.geojson,.jsonl,.ndjson,.parquet,.sqlite,.sqlite3,.db,.gz,.zst,.zip';
