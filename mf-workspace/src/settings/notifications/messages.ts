import { defineMessages } from '@headwater/shared/messages';
import type en from './messages/en.json';

/** Only for the page of notifications. */
export const noticeMessages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "notice-messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "notice-messages-de" */ './messages/de.json'),
});
