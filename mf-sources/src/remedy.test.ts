import { remedyOf } from './remedy.ts';

const failure = { code: 'x', field: null, origin: 'source' } as const;

test.each([
  [{ ...failure, type: 'config_error', field: 'host' }, 'edit'],
  [{ ...failure, type: 'config_error', field: 'password', code: 'password_refused' }, 'connect'],
  [{ ...failure, type: 'config_error', code: 'api_access_refused' }, 'connect'],
  [{ ...failure, type: 'config_error' }, 'edit'],
  [{ ...failure, type: 'transient_error' }, 'again'],
  [{ ...failure, type: 'transient_error', field: 'port' }, 'edit'],
  [{ ...failure, type: 'refresh_schema' }, 'choose'],
  [{ ...failure, type: 'refresh_schema', code: 'schema_change_undecided' }, 'changes'],
  [{ ...failure, type: 'config_error', origin: 'warehouse', code: 'rows_dropped' }, 'decide'],
  [{ ...failure, type: 'system_error', origin: 'warehouse' }, 'again'],
] as const)('%o → %s', (given, remedy) => {
  expect(remedyOf(given)).toBe(remedy);
});
