import { defineMessages } from '@headwater/shared/messages';
import type en from './messages/en.json';

/** Only for the page of usage. */
export const usageMessages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "usage-messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "usage-messages-de" */ './messages/de.json'),
});
