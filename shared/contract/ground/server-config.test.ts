import { ConfigReader } from './config-reader.ts';
import { dataDirectoryOf, readServerConfig } from './server-config.ts';

test('an empty environment is valid', () => {
  const read = new ConfigReader({ HOST: ' ' });
  expect(readServerConfig(read)).toMatchObject({ host: '127.0.0.1', port: 8080, publicUrl: null });
  expect(() => read.finish()).not.toThrow();
});

test('all errors are reported at once, each with an example', () => {
  const read = new ConfigReader({ PORT: '65536', PUBLIC_URL: 'bi.example.com', SUPPORT_EMAIL: 'nobody' });
  readServerConfig(read);
  expect(() => read.finish()).toThrow(
    /3 errors:\n {2}PORT is "65536", but [^\n]*\n +for example: PORT=8080\n {2}PUBLIC_URL .*\n.*\n {2}SUPPORT_EMAIL /,
  );
});

test.each([
  [{}, true, '/var/lib/headwater'],
  [{ HEADWATER_DATA: ' /srv/x ' }, true, '/srv/x'],
  [{ HOME: '/home/ann' }, false, '/home/ann/.local/share/headwater'],
  [{}, false, '/home/ben/.local/share/headwater'],
  [{ XDG_DATA_HOME: '/data' }, false, '/data/headwater'],
])('the data directory for %j, as root: %s, is %s', (env, isRoot, directory) =>
  expect(dataDirectoryOf(env, { isRoot, home: '/home/ben' })).toBe(directory),
);
