/**
 * Catalogues as the browser gets them. Jest parses every `.json` as JSON, whatever a transform makes of it,
 * so the compiled module is written beside the other build caches and resolved in the catalogue's place.
 */
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { compile } = require('../messages/compile.cjs');

const CATALOGUE = /[\\/]messages[\\/](en|de)\.json$/;
const compiled = path.resolve(__dirname, '../../.cache/jest-messages');

module.exports = (request, options) => {
  const file = options.defaultResolver(request, options);
  return CATALOGUE.test(file) ? compiledCatalogue(file) : file;
};

function compiledCatalogue(file) {
  const text = fs.readFileSync(file, 'utf8');
  const locale = path.basename(file, '.json');
  const name = `${locale}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.js`;
  const target = path.join(compiled, name);
  if (!fs.existsSync(target)) {
    fs.mkdirSync(compiled, { recursive: true });
    // by rename, as several workers may be at it
    fs.writeFileSync(`${target}.${process.pid}`, compile(locale, text));
    fs.renameSync(`${target}.${process.pid}`, target);
  }
  return target;
}
