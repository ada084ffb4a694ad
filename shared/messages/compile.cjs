const MessageFormat = require('@messageformat/core');
const compileModule = require('@messageformat/core/compile-module');

/**
 * Compiles a catalog (flat JSON of ICU messages) to the source of an ES module whose default export maps each key to a
 * function from values to text, so that the browser needs no parser. A message that doesn't parse fails the build with
 * an error that names its key.
 * @param {string} locale @param {string} json @returns {string}
 */
exports.compile = function compile(locale, json) {
  const texts = JSON.parse(json);
  for (const [key, text] of Object.entries(texts)) {
    try {
      new MessageFormat(locale).compile(text);
    } catch (error) {
      throw new Error(`Message "${key}" (${locale}): ${error.message}`, { cause: error });
    }
  }
  return compileModule(new MessageFormat(locale, { strict: true, returnType: 'string' }), texts);
};
