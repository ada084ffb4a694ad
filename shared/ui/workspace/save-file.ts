/** A browser may read the file only once someone has chosen a folder. */
const SAVED_MS = 60_000;

/** Lets the browser save what the page itself has, as a file. */
export function saveFile(name: string, type: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), SAVED_MS);
}
