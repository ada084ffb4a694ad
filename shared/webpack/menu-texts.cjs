const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');

/**
 * Returns the texts of a remote's menu entries from its message catalogs, by key and language, so that they can be shown
 * before the remote is loaded, and the files that they depend on. Texts missing from a catalog are left out here;
 * delivery refuses them by name.
 * @param {string} dir @returns {{ texts: Record<string, Record<string, string>>, files: string[] }}
 */
exports.menuTexts = function menuTexts(dir) {
  const manifest = path.join(dir, 'package.json');
  const { headwater: { menu = [] } = {} } = existsSync(manifest) ? readJson(manifest) : {};
  const catalogs = ['en', 'de'].map((language) => ({
    language,
    file: path.join(dir, 'src/messages', `${language}.json`),
  }));
  const there = catalogs.filter(({ file }) => existsSync(file));
  const found = there.map(({ language, file }) => ({ language, texts: readJson(file) }));
  const texts = menu.map(({ message }) => [
    message,
    Object.fromEntries(
      found.filter(({ texts }) => message in texts).map(({ language, texts }) => [language, texts[message]]),
    ),
  ]);
  return { texts: Object.fromEntries(texts), files: [manifest, ...catalogs.map(({ file }) => file)] };
};

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
