import { redact } from './redact.ts';

test.each([
  ['body > button[aria-label="Delete Finch"][title="A \'name\'"].wide', 'body > button.wide'],
  ['https://bi.example/w/org_1/data?q=Finch+Outdoor', 'https://bi.example/w/org_1/data'],
  ['/reset-password?code=secret#x', '/reset-password'],
  ['GET https://bi.example/api/rows?filter=x took long', 'GET https://bi.example/api/rows took long'],
  ['organizations/org_1/tables?filter[q]=Finch', 'organizations/org_1/tables'],
  ['https://bi.example/api/invitations/c0de', 'https://bi.example/api/invitations/…'],
  ['Is 4/5 enough? Yes', 'Is 4/5 enough? Yes'],
])('%j becomes %j', (text, expected) => expect(redact(text)).toBe(expected));

test('every text in a value is cleaned, and nothing else changes', () => {
  const at = { url: '/a?b', status: 404, sent: null, list: ['/c#d', true] };
  expect(redact({ at, late: undefined })).toEqual({
    at: { url: '/a', status: 404, sent: null, list: ['/c', true] },
    late: undefined,
  });
});
