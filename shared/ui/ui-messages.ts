import { defineMessages } from '../messages/catalog.ts';
import type en from './messages/en.json';

/** The components' own messages: statuses, "Dismiss", "Copy". The shell loads them before the first render. */
export const uiMessages = defineMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "shared-messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "shared-messages-de" */ './messages/de.json'),
});
