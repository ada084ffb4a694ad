/** How built remotes reach browsers: the web server as a plugin, and the registry behind it. */
export { createDelivery, type DeliveryOptions } from './web/delivery.ts';
export { refuseBadAddress } from './web/bad-address.ts';
export { openRegistry, readHistory, type Registry } from './registry/registry.ts';
export { readBuild, type Build } from './registry/read-build.ts';
export { cachingCompressor } from './registry/compress.ts';
export { publish } from './registry/publish.ts';
export { promote } from './registry/promote.ts';
export { rollback } from './registry/rollback.ts';
export { canary, endCanary } from './registry/canary.ts';
export { createOverride } from './registry/override.ts';
export { findRun, recordRun, type ComposedRun } from './registry/runs.ts';
export { compositionId } from './registry/composition-id.ts';
export { contentType, parseReference, referenceOf, type NamedVersion } from './registry/names.ts';
export { findBlock, type RegistryState, type Revision } from './registry/revision.ts';
export { inScript } from './page/in-script.ts';
export { replaceFile, syncFolder } from './registry/disk.ts';
export { dataDirectory, registryFolder } from './config.ts';
export { RegistryFault } from './registry/registry-fault.ts';
