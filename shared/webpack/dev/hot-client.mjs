// Runs in a remote's development build. page-client.js calls it to update the remote to a newer build: webpack's
// client
// swaps what it can and reloads the page otherwise. The resource query is the remote's name.
/* global __resourceQuery */
import 'webpack/hot/dev-server.js';
import emitter from 'webpack/hot/emitter.js';

const name = __resourceQuery.slice(1);
(globalThis.__HEADWATER_DEV__ ??= {})[name] = (hash) => emitter.emit('webpackHotUpdate', hash);
