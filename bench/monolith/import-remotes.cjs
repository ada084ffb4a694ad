const { readdirSync } = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../..');
const REMOTES = readdirSync(ROOT).filter((name) => /^mf-[a-z-]+$/.test(name));

/**
 * Replaces `load-remote.ts`: every remote's routes are a chunk of this application, named after the remote.
 */
module.exports = function importRemotes() {
  const imports = REMOTES.map((name) => {
    const routes = JSON.stringify(path.join(ROOT, name, 'src/routes.tsx'));
    return `${JSON.stringify(name)}: () => import(/* webpackChunkName: "${name}" */ ${routes}),`;
  });
  return `const remotes = { ${imports.join('\n')} };
export const createRemoteLoader = () => async (name) => (await remotes[name]()).routes;`;
};
