const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { menuTexts } = require('../../shared/webpack/menu-texts.cjs');

const ROOT = path.resolve(__dirname, '../..');
const REMOTES = readdirSync(ROOT).filter((name) => /^mf-[a-z-]+$/.test(name));
const OF_PAGE = 'readPage().remotes';

/**
 * Applied to `declared.ts`: areas and menu entries of remotes are known when building, because the page of a
 * single build doesn't contain them.
 */
module.exports = function declareRemotes(source) {
  if (!source.includes(OF_PAGE)) throw new Error(`There is no ${OF_PAGE} to replace`);
  return source.replace(OF_PAGE, () => JSON.stringify(Object.fromEntries(REMOTES.map(declared))));
};

function declared(name) {
  const folder = path.join(ROOT, name);
  const { headwater } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { areas, menu = [] } = headwater;
  const { texts } = menuTexts(folder);
  return [
    name,
    {
      areas: areas.map(({ paths, ...area }) => ({ ...area, paths: paths ?? [area.mount] })),
      menu: menu.map((entry) => ({ ...entry, label: texts[entry.message] })),
    },
  ];
}
