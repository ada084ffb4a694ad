/** How built remotes reach browsers: the web server as a plugin, and the registry behind it. */
export { createDelivery, type DeliveryOptions } from './web/delivery.ts';
export { refuseBadAddress } from './web/bad-address.ts';
export { openRegistry, readHistory, type Registry } from './registry/registry.ts';
export { readBuild, type Build } from './registry/read-build.ts';
export { cachingCompressor } from './registry/compress.ts';
export { publish } from './registry/publish.ts';
export { promote } from './registry/promote.ts';
export { rollback } from './registry/rollback.ts';
export { findBlock } from './registry/revision.ts';
export { dataDirectory, registryFolder } from './config.ts';
export { RegistryFault } from './registry/registry-fault.ts';
