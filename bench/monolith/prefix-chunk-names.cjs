/**
 * `messages-en` of mf-auth → `mf-auth-messages-en`: within one application, equal names would mean one chunk.
 */
module.exports = function prefixChunkNames(source) {
  const [, remote] = /[\\/](mf-[a-z-]+)[\\/]src[\\/]/.exec(this.resourcePath);
  return source.replaceAll('webpackChunkName: "', `webpackChunkName: "${remote}-`);
};
