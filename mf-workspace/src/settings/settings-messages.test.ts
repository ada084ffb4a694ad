import auditDe from './audit-log/messages/de.json';
import auditEn from './audit-log/messages/en.json';
import noticeDe from './notifications/messages/de.json';
import noticeEn from './notifications/messages/en.json';
import shareDe from './share-links/messages/de.json';
import shareEn from './share-links/messages/en.json';
import usageDe from './usage/messages/de.json';
import usageEn from './usage/messages/en.json';
import {
  AUDIT_ACTIONS,
  DELIVERY_FAULTS,
  LIMITED_NOUNS,
  NOTIFICATION_TRIGGERS,
} from '@headwater/shared/contract';

test.each([
  [auditEn, auditDe],
  [noticeEn, noticeDe],
  [shareEn, shareDe],
  [usageEn, usageDe],
])('both languages have the same keys', (en, de) => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
});

test('there are words for everything that the API can name', () => {
  const needed = [
    ...AUDIT_ACTIONS.map((action) => `audit.action.${action}`),
    ...NOTIFICATION_TRIGGERS.map((trigger) => `notice.trigger.${trigger}`),
    ...DELIVERY_FAULTS.map((fault) => `notice.fault.${fault}`),
    ...LIMITED_NOUNS.map((noun) => `usage.noun.${noun}`),
  ];
  const known = { ...auditEn, ...noticeEn, ...usageEn };
  expect(needed.filter((key) => !(key in known))).toEqual([]);
});
