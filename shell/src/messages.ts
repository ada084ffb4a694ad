import { defineMessages } from '@headwater/shared/messages';
import type en from './messages/en.json';

/** Every page needs them and those of shared: one chunk with them saves a request. */
export const messages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "shared-messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "shared-messages-de" */ './messages/de.json'),
});
