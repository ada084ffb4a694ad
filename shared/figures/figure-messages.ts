import { defineMessages, type Language, type MessageCatalog } from '@headwater/shared/messages';
import type { ChartMessage } from '@headwater/shared/charts';
import type en from './messages/en.json';

type FigureMessage = keyof typeof en | ChartMessage;
/** The files of a catalog, a function for each language. */
type Imports = Record<Language, () => Promise<{ default: object }>>;

/** In the same chunk as the messages of the remote that uses them. */
const imports: Imports = {
  en: () =>
    together(
      import(/* webpackChunkName: "messages-en" */ './messages/en.json'),
      import(/* webpackChunkName: "messages-en" */ '@headwater/shared/charts/messages/en.json'),
    ),
  de: () =>
    together(
      import(/* webpackChunkName: "messages-de" */ './messages/de.json'),
      import(/* webpackChunkName: "messages-de" */ '@headwater/shared/charts/messages/de.json'),
    ),
};

export const figureMessages = defineMessages<FigureMessage>(imports);

/**
 * Defines the catalog of a remote that shows figures: it has their texts and those of charts as well, and loads those
 * that the components of this door need.
 */
export function withFigureMessages<Key extends string>(own: Imports): MessageCatalog<Key | FigureMessage> {
  const catalog = defineMessages<Key | FigureMessage>({
    en: () => together(own.en(), imports.en()),
    de: () => together(own.de(), imports.de()),
  });
  return {
    ...catalog,
    load: async () => void (await Promise.all([catalog.load(), figureMessages.load()])),
  };
}

async function together(...catalogs: Promise<{ default: object }>[]) {
  const texts = (await Promise.all(catalogs)).map((catalog) => catalog.default);
  return { default: Object.assign({}, ...texts) as object };
}
