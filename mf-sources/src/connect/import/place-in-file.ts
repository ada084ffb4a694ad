const FILE = '/data/attributes/file';

/** Returns where a fault is inside the file, as in JavaScript: `streams[3].masks.email`. Empty for the whole file. */
export function placeInFile(pointer = ''): string {
  if (!pointer.startsWith(`${FILE}/`)) return '';
  return pointer
    .slice(FILE.length + 1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : at === 0 ? part : `.${part}`))
    .join('');
}
