import { defineMessages } from '@headwater/shared/messages';
import type en from './messages/en.json';

/** Only for the drawer, so that other pages don't include them. */
export const messages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "profile-messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "profile-messages-de" */ './messages/de.json'),
});
