import { createInstance } from '@module-federation/enhanced/runtime';
import { startFederation } from '../testing/remote-entries.ts';
import { getInstance } from '@module-federation/enhanced/runtime';
import { forgetFailedShares } from './failed-shares.ts';

const DOOR = '@headwater/shared/ui/table';
const consumer = (get: () => Promise<() => unknown>) => {
  startFederation();
  const shell = getInstance()!;
  shell.registerShared({
    [DOOR]: { version: '1.0.0', get, shareConfig: { singleton: true, requiredVersion: '^1.0.0' } },
  });
  const remote = createInstance({ name: 'mf_data', remotes: [] });
  remote.initShareScopeMap('default', shell.shareScopeMap.default!);
  return () =>
    remote.loadShare(DOOR, {
      customShareInfo: { shareConfig: { singleton: true, requiredVersion: '^1.0.0' } },
    });
};

test('a shared module that failed once can be loaded on the next try', async () => {
  const get = jest
    .fn(async () => () => 'the door')
    .mockRejectedValueOnce(new Error('Loading chunk 1 failed.'));
  const load = consumer(get);
  await expect(load()).rejects.toThrow('Loading chunk 1 failed.');
  await expect(load()).rejects.toThrow('Loading chunk 1 failed.'); // the reason for forgetFailedShares
  forgetFailedShares();
  const factory = await load();
  expect(factory && factory()).toBe('the door');
  forgetFailedShares();
  await load();
  expect(get).toHaveBeenCalledTimes(2);
});
