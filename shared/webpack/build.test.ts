import { buildFixture } from './fixtures/build.cjs';

const ENOUGH_MS = 30_000;

test(
  'a remote that contains a package of the shell, or a second React, does not build',
  async () => {
    const { errors, files } = await buildFixture('leaky-remote');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/contains packages that only the shell may contain: /);
    expect(errors[0]).toMatch(/@mui\/material \(@mui\/material\//);
    expect(errors[0]).toMatch(/react-dom \(react-dom\//);
    expect(files).toEqual({});
  },
  ENOUGH_MS,
);

test(
  'a remote that uses doors and rules builds small, lists what it needs, and sets hashes on its script tags',
  async () => {
    const { errors, files } = await buildFixture('clean-remote');
    expect(errors).toEqual([]);
    const assets = JSON.parse(files['assets.json']!);
    expect(assets.entrypoints).toEqual({ clean_remote: ['remoteEntry.js'] });
    const doors = ['@headwater/shared/routing', '@headwater/shared/ui', 'react/jsx-runtime'];
    expect(assets.chunks.routes.shared).toEqual(doors);
    expect(assets.shared['@headwater/shared/ui']).toMatch(/^\^\d/);
    const area = { en: "Everybody''s tides", de: 'Gezeiten' };
    expect(assets.texts).toEqual({ area, half: { en: 'Half' }, none: {} });
    for (const text of Object.values(files)) {
      expect(text.length).toBeLessThan(10_000);
      expect(text).not.toMatch(/react-refresh|\$Refresh|HotUpdate|__HEADWATER_DEV__/);
    }

    const entry = files['remoteEntry.js']!;
    expect(entry.match(/createElement\("script"\)/g)).toHaveLength(1);
    expect(entry).toMatch(/\.src=\w+\+"\?r="\+/);
    expect(entry).toMatch(/\.integrity=globalThis\.__HEADWATER__\.integrity\(/);
  },
  ENOUGH_MS,
);
