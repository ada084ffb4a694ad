const { readFileSync } = require('node:fs');

/**
 * Appends a file to another one and tells webpack, so that a change of the appended file counts as a change.
 */
module.exports = function appendEdit(source) {
  const { file } = this.getOptions();
  this.addDependency(file);
  return `${source}\n${readFileSync(file, 'utf8')}`;
};
