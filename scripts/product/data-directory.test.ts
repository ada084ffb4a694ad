import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from 'api';
import { dataDirectory, registryFolder } from 'delivery';

test('API and delivery look for the registry in the same data directory', () => {
  for (const env of [
    { HEADWATER_DATA: '/srv/x' },
    { HEADWATER_DATA: ' ' },
    { HOME: '/home/a' },
    { XDG_DATA_HOME: '/x' },
    {},
  ]) {
    assert.equal(
      registryFolder(dataDirectory(env)),
      registryFolder(readConfig(env).dataDirectory),
      JSON.stringify(env),
    );
  }
});
