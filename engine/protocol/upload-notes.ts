/**
 * Returns where a connector may keep what it has found in an upload, so that the next job doesn't have to look
 * again. The notes are removed with the upload.
 */
export const notesPath = (uploadPath: string): string => `${uploadPath}.notes`;
