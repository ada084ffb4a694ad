import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GOOGLE_ISSUER } from '../../../platform/config/config.ts';
import { isAuthoritative } from './identity.rules.ts';

const cases: [issuer: string, email: string, hostedDomain: string | null, expected: boolean][] = [
  [GOOGLE_ISSUER, 'ann@gmail.com', null, true],
  [GOOGLE_ISSUER, 'ann@googlemail.com', null, true],
  [GOOGLE_ISSUER, 'Ann@Corp.Example', 'CORP.example', true],
  [GOOGLE_ISSUER, 'ann@corp.example', 'evil.example', false],
  [GOOGLE_ISSUER, 'ann@sub.corp.example', 'corp.example', false],
  [GOOGLE_ISSUER, 'ann@notgmail.com', null, false],
  [GOOGLE_ISSUER, 'ann@corp.example', null, false],
  [GOOGLE_ISSUER, 'ann@listed.example', null, false],
  ['https://id.example.com', 'ann@gmail.com', null, false],
  ['https://id.example.com', 'ann@corp.example', 'corp.example', false],
  ['https://id.example.com', 'ann@Listed.example', null, true],
  [`${GOOGLE_ISSUER}.evil.example`, 'ann@gmail.com', null, false],
];
for (const [issuer, email, hostedDomain, expected] of cases) {
  test(`${issuer}, directory ${hostedDomain}: ${expected ? 'proves the owner of' : 'no proof for'} ${email}`, () => {
    const identity = { issuer, subject: '1', email, name: null, hostedDomain };
    assert.equal(isAuthoritative(identity, { issuerDomains: ['listed.example'] }), expected);
  });
}
