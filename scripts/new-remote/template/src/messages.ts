import { defineMessages } from '@headwater/shared/messages';
import type en from './messages/en.json';

export const messages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "messages-de" */ './messages/de.json'),
});
