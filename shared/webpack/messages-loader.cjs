const path = require('node:path');
const { compile } = require('../messages/compile.cjs');

/** `messages/<language>.json` → an ES module of functions. */
module.exports = function messagesLoader(json) {
  return compile(path.basename(this.resourcePath, '.json'), json);
};
