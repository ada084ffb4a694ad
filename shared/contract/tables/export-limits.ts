/** The version of the format in which connections are exported. Files in an earlier one have to stay importable. */
export const EXPORT_FORMAT = 1;
/** The largest file that can be imported. One of 1,000 tables is about half as large. */
export const EXPORT_MAX_BYTES = 2 * 1024 ** 2;
