const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');

/**
 * The texts of a remote's menu entries as its catalogues have them, by key and language: they are drawn before the remote
 * is loaded. What a catalogue lacks is left out here; delivery refuses it by name. Also answers the files that it read.
 * @param {string} dir @returns {{ texts: Record<string, Record<string, string>>, files: string[] }}
 */
exports.menuTexts = function menuTexts(dir) {
  const manifest = path.join(dir, 'package.json');
  const { headwater: { menu = [] } = {} } = existsSync(manifest) ? readJson(manifest) : {};
  const catalogues = ['en', 'de'].map((language) => ({
    language,
    file: path.join(dir, 'src/messages', `${language}.json`),
  }));
  const there = catalogues.filter(({ file }) => existsSync(file));
  const found = there.map(({ language, file }) => ({ language, texts: readJson(file) }));
  const texts = menu.map(({ message }) => [
    message,
    Object.fromEntries(
      found.filter(({ texts }) => message in texts).map(({ language, texts }) => [language, texts[message]]),
    ),
  ]);
  return { texts: Object.fromEntries(texts), files: [manifest, ...catalogues.map(({ file }) => file)] };
};

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
