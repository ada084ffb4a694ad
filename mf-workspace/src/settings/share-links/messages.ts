import { defineMessages } from '@headwater/shared/messages';
import type en from './messages/en.json';

/** Only for the page of share links. */
export const shareMessages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "share-messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "share-messages-de" */ './messages/de.json'),
});
