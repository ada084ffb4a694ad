import { defineMessages } from '@headwater/shared/messages';
import type en from './messages/en.json';

/** Fetched when there is something to show. */
export const messages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "open-tab-messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "open-tab-messages-de" */ './messages/de.json'),
});
