import { defineMessages } from '@headwater/shared/messages';
import type en from './messages/en.json';

/** Every page needs these and the messages of shared. One chunk with both saves a request. */
export const messages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "shared-messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "shared-messages-de" */ './messages/de.json'),
});
