const { menuTexts } = require('./menu-texts.cjs');

/**
 * Writes `assets.json`, from which delivery makes a page's script tags and checks what a remote needs:
 * - entrypoints: name → files
 * - chunks: name (webpackChunkName, or an exposed module's) → files, and the doors that the code imports
 * - provides: a door that the shell offers → files; none if it is in the main file
 * - shared: the versions that the shell offers, or the ranges that a remote needs
 * - texts: the texts of a remote's menu entries; the shell has none
 */
class AssetsPlugin {
  /**
   * Takes either `offers` (module → version) or `needs` (module → range), of which only those in use are written.
   * `remote` is the folder of a remote, with its package.json.
   */
  constructor({ offers, needs, remote }) {
    this.remote = remote;
    this.sharedOf = offers ? () => offers : (used) => pick(needs, used);
  }

  apply(compiler) {
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap('AssetsPlugin', (compilation) => {
      // after everything that can still rename a file
      compilation.hooks.processAssets.tap({ name: 'AssetsPlugin', stage: 5000 }, () => {
        compilation.emitAsset(
          'assets.json',
          new RawSource(JSON.stringify(this.assetsOf(compilation), null, 1)),
        );
      });
    });
  }

  assetsOf(compilation) {
    const used = [...compilation.modules].filter(isConsumed).map((module) => module.options.shareKey);
    return { ...filesOf(compilation), shared: this.sharedOf(used), ...this.textsFor(compilation) };
  }

  /** Returns the menu texts and adds their files to the build's dependencies, so that a watched build follows them. */
  textsFor({ fileDependencies }) {
    if (!this.remote) return {};
    const { texts, files } = menuTexts(this.remote);
    fileDependencies.addAll(files);
    return { texts };
  }
}

function filesOf({ entrypoints, namedChunkGroups, chunkGraph, modules }) {
  const assets = { entrypoints: {}, chunks: {}, provides: {} };
  for (const [name, group] of entrypoints) assets.entrypoints[name] = scriptsOf(group);
  for (const [name, group] of namedChunkGroups) {
    if (!entrypoints.has(name))
      assets.chunks[name] = { files: scriptsOf(group), shared: doorsOf(group, chunkGraph) };
  }
  for (const module of modules) {
    if (module.type !== 'provide-module') continue;
    const group = module.blocks[0] && chunkGraph.getBlockChunkGroup(module.blocks[0]);
    assets.provides[module._name] = group ? scriptsOf(group) : [];
  }
  return assets;
}

function scriptsOf(group) {
  const files = group.chunks.flatMap((chunk) => [...chunk.files]);
  return [...new Set(files)].filter((file) => /\.m?js$/.test(file));
}

function doorsOf(group, chunkGraph) {
  const modules = group.chunks.flatMap((chunk) => [...chunkGraph.getChunkModulesIterable(chunk)]);
  return [...new Set(modules.filter(isConsumed).map((module) => module.options.shareKey))].sort();
}

const isConsumed = (module) => module.type === 'consume-shared-module';
const pick = (object, keys) => Object.fromEntries([...new Set(keys)].sort().map((key) => [key, object[key]]));

module.exports = { AssetsPlugin };
