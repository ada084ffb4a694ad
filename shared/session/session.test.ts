import { afterSignIn, rememberWorkspace } from './after-sign-in.ts';

const session = (...ids: string[]) => ({
  organizations: ids.map((organizationId) => ({ organizationId })),
});

beforeEach(() => localStorage.clear());

test('a sign-in leads where the visitor wanted to go', () => {
  expect(afterSignIn(session('org_a'), '/w/org_b/data?tab=rows')).toBe('/w/org_b/data?tab=rows');
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'w/org_b',
  '//%',
  '//[',
  '',
])('a sign-in never leads to %j', (next) => expect(afterSignIn(session('org_a'), next)).toBe('/w/org_a'));

test("without a destination, a sign-in leads to the user's last workspace if it is still theirs", () => {
  rememberWorkspace('org_b');
  expect(afterSignIn(session('org_a', 'org_b'))).toBe('/w/org_b');
  expect(afterSignIn(session('org_a'))).toBe('/w/org_a');
});

test('without a workspace, a sign-in leads to creating one', () =>
  expect(afterSignIn(session())).toBe('/create-workspace'));
