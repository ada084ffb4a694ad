export { requireConnectionRoom, requireUploadRoom, storageLeft, uploadRoom } from './quotas.ts';
