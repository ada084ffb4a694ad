const MessageFormat = require('@messageformat/core');
const compileModule = require('@messageformat/core/compile-module');

/**
 * Compiles a catalogue (flat JSON of ICU texts) to the source of an ES module whose default export maps
 * each key to a function from values to text, so that the browser carries no parser. A text that doesn't
 * parse throws with its key, and with it the build.
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
