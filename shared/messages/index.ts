/** Every text of the product: ICU messages compiled by the build, in English and German, switched without a reload. */
export { defineMessages, type MessageCatalog, type Translate } from './catalog.ts';
export { LANGUAGES, localeOf, setLanguage, useLanguage, type Language } from './language.ts';
export { useFormat, type Format } from './format.ts';
export {
  readNumber,
  readNumbers,
  typeable,
  typeableText,
  type ReadNumber,
  type ReadNumbers,
} from './typed-number.ts';
export { readValues, writeValues } from './typed-values.ts';
export { setTimeZone, setWorkspaceZone } from './time-zone.ts';
export { clockIn, ownTimeZone, readable, timeZones } from './time-zones.ts';
export {
  sharedMessages,
  useCodesSaying,
  useErrorText,
  useFailureText,
  useFindingText,
  useLogText,
  useRejectionText,
} from './shared-messages.ts';
