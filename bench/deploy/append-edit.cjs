const { readFileSync } = require('node:fs');

/** Appends a file to another one, for webpack too: when it changes, what it is appended to has changed. */
module.exports = function appendEdit(source) {
  const { file } = this.getOptions();
  this.addDependency(file);
  return `${source}\n${readFileSync(file, 'utf8')}`;
};
