import { defineMessages } from '@headwater/shared/messages';
import type en from './messages/en.json';

export const messages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "override-messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "override-messages-de" */ './messages/de.json'),
});
