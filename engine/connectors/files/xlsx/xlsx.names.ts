import type { Vocabulary } from './part-names.ts';

/** Where an attribute is the ID of a relationship: in transitional and in strict files. */
const RELATIONSHIPS: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
]);
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/**
 * The elements of a workbook's parts are those in the namespace of the part's first element, which strict and
 * transitional files differ in. Extensions have namespaces of their own, in which the same words mean something else.
 * What a file has in several ways is read in the way for programs that know none of the extensions.
 */
export const SPREADSHEET: Vocabulary = (namespace, local, root) => {
  if (namespace === root) return local;
  if (RELATIONSHIPS.has(namespace)) return `r:${local}`;
  return namespace === COMPATIBILITY && local !== 'Choice' ? '' : null;
};
