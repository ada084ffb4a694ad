const path = require('node:path');
const { compile } = require('../messages/compile.cjs');

/** Compiles `messages/<language>.json` to an ES module of functions. */
module.exports = function messagesLoader(json) {
  return compile(path.basename(this.resourcePath, '.json'), json);
};
