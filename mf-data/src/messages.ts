import { defineMessages } from '@headwater/shared/messages';
import type { ChartMessage } from '@headwater/shared/charts';
import type en from './messages/en.json';

/** The texts of this remote and those of charts, which are in the same chunk. */
export const messages = defineMessages<keyof typeof en | ChartMessage>({
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
});

async function together(...catalogs: Promise<{ default: object }>[]) {
  const texts = (await Promise.all(catalogs)).map((catalog) => catalog.default);
  return { default: Object.assign({}, ...texts) as unknown };
}
