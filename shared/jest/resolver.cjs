/**
 * Resolves message catalogs to the compiled modules that browsers get. Jest parses every `.json` as JSON even after a
 * transform, so the compiled module is written to the build caches and resolved instead of the catalog.
 */
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { compile } = require('../messages/compile.cjs');

const CATALOG = /[\\/]messages[\\/](en|de)\.json$/;
const compiled = path.resolve(__dirname, '../../.cache/jest-messages');

module.exports = (request, options) => {
  const file = options.defaultResolver(request, options);
  return CATALOG.test(file) ? compiledCatalog(file) : file;
};

function compiledCatalog(file) {
  const text = fs.readFileSync(file, 'utf8');
  const locale = path.basename(file, '.json');
  const name = `${locale}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.js`;
  const target = path.join(compiled, name);
  if (!fs.existsSync(target)) {
    fs.mkdirSync(compiled, { recursive: true });
    // by rename, because several workers may write it at once
    fs.writeFileSync(`${target}.${process.pid}`, compile(locale, text));
    fs.renameSync(`${target}.${process.pid}`, target);
  }
  return target;
}
