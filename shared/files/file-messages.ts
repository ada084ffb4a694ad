import { defineMessages } from '@headwater/shared/messages';
import type en from './messages/en.json';

/** What uploads say, and the fields of the Files connector. In the same chunk as the messages of the remote that uses them. */
export const fileMessages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "messages-de" */ './messages/de.json'),
});
