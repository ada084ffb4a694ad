import { defineMessages } from '@headwater/shared/messages';
import type en from './messages/en.json';

/** Only for the audit log, which has a sentence for everything that can be done. */
export const auditMessages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "audit-messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "audit-messages-de" */ './messages/de.json'),
});
