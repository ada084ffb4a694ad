import { withFigureMessages } from '@headwater/shared/figures';
import type en from './messages/en.json';

export const messages = withFigureMessages<keyof typeof en>({
  en: () => import(/* webpackChunkName: "messages-en" */ './messages/en.json'),
  de: () => import(/* webpackChunkName: "messages-de" */ './messages/de.json'),
});
