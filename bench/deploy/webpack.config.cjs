const path = require('node:path');

const ROOT = path.resolve(__dirname, '../..');

/**
 * A package as its own configuration builds it, but for the first of its files, which ends in `edit.js` of the folder,
 * as if somebody had edited it. Output and cache are in the folder, too.
 */
module.exports = ({ name, folder }) => {
  const config = require(path.join(ROOT, name, 'webpack.config.cjs'));
  return {
    ...config,
    output: { ...config.output, path: path.join(folder, 'dist') },
    cache: { ...config.cache, cacheDirectory: path.join(folder, 'cache') },
    module: {
      rules: [
        ...config.module.rules,
        {
          resource: path.join(ROOT, name, name === 'shell' ? 'src/main.ts' : 'src/routes.tsx'),
          enforce: 'pre',
          loader: path.join(__dirname, 'append-edit.cjs'),
          options: { file: path.join(folder, 'edit.js') },
        },
      ],
    },
  };
};
