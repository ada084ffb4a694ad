// Runs in a remote's development build: what page-client.mjs calls to bring the remote to a newer build. Webpack's
// client swaps what it can and reloads the page otherwise. The query says which remote this is.
/* global __resourceQuery */
import 'webpack/hot/dev-server.js';
import emitter from 'webpack/hot/emitter.js';

const name = __resourceQuery.slice(1);
(globalThis.__HEADWATER_DEV__ ??= {})[name] = (hash) => emitter.emit('webpackHotUpdate', hash);
