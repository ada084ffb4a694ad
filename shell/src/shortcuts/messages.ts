import { defineMessages } from '@headwater/shared/messages';
import type en from './messages/en.json';

/** Only for the list of shortcuts, so that pages don't include them. */
export const messages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "shortcuts-messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "shortcuts-messages-de" */ './messages/de.json'),
});
