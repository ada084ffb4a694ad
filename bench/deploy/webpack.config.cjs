const path = require('node:path');

const ROOT = path.resolve(__dirname, '../..');

/**
 * Builds a package with its own configuration, with `edit.js` of the folder appended to its first file as if
 * someone had edited it. Output and cache are also in the folder.
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
