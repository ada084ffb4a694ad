import type { Vocabulary } from '../xlsx/part-names.ts';

const ODF = 'urn:oasis:names:tc:opendocument:xmlns';
const PREFIXES: ReadonlyMap<string, string> = new Map([
  [`${ODF}:office:1.0`, 'office'],
  [`${ODF}:table:1.0`, 'table'],
  [`${ODF}:text:1.0`, 'text'],
  [`${ODF}:drawing:1.0`, 'draw'],
  [`${ODF}:dr3d:1.0`, 'dr3d'],
  ['urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0', 'calcext'],
]);

/** The elements of OpenDocument, with the prefixes that its standard gives them. Of others, what is in them counts. */
export const OPEN_DOCUMENT: Vocabulary = (namespace, local) => {
  const prefix = PREFIXES.get(namespace);
  return prefix === undefined ? '' : `${prefix}:${local}`;
};
