/** jsdom with a window as wide as a desktop's: its own one has 1024 px, where tables hide columns. */
const { default: JSDOMEnvironment } = require('@jest/environment-jsdom-abstract');

const viewport = require.resolve('jsdom/lib/jsdom/living/window/environment.js');
const fixed = require(viewport);
require.cache[viewport].exports = { ...fixed, innerWidth: 1440, innerHeight: 900 };
const jsdom = require('jsdom');

module.exports = class extends JSDOMEnvironment {
  constructor(config, context) {
    super(config, context, jsdom);
  }
};
