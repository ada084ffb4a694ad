import { defineMessages } from '@headwater/shared/messages';
import type en from './messages/en.json';

/** Only for the palette, so that pages don't include them. */
export const messages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "palette-messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "palette-messages-de" */ './messages/de.json'),
});
