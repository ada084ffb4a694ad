import { newDict, type Dict } from '../template/values.ts';

/** Parses delimited text with a header into a record for each row. Empty fields have no value. */
export function parseDelimited(text: string, delimiter: string): Dict[] {
  const by = delimiter === '\\t' ? '\t' : delimiter;
  const [header = [], ...rows] = rowsOf(text, by);
  return rows.map((row) =>
    newDict(header.map((name, at) => [name, row[at] === undefined || row[at] === '' ? null : row[at]])),
  );
}

function rowsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  const endRow = () => {
    row.push(field);
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
    field = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (isQuoted && character === '"' && text[at + 1] === '"') {
      field += '"';
      at += 1;
    } else if (character === '"' && (isQuoted || field === '')) isQuoted = !isQuoted;
    else if (isQuoted) field += character;
    else if (character === delimiter) {
      row.push(field);
      field = '';
    } else if (character === '\n') endRow();
    else if (character !== '\r') field += character;
  }
  endRow();
  return rows;
}
