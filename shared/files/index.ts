/**
 * Files that people upload, for the remotes with forms for them. Like `tables`, this door is compiled into each of these
 * remotes, so it imports the rest of shared through its doors.
 */
export { FILE_TYPES } from './file-types.ts';
export { FileRows } from './file-rows.ts';
export { fileMessages } from './file-messages.ts';
export { FilePreviewCard } from './preview/file-preview-card.tsx';
export { filePreviewQuery } from './preview/file-preview.queries.ts';
export { optionKey } from './option-key.ts';
export { useUploads, type UploadedFile } from './use-uploads.ts';
