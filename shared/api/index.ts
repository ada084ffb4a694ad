/**
 * The API client: cookies, CSRF header, JSON:API bodies, and typed errors. It knows nothing of the router or toasts.
 */
export { api, configureApi, setCsrfToken } from './client.ts';
export { ApiError, NetworkError } from './errors.ts';
export { upload, type UploadProgress } from './upload.ts';
