/** The one client of the API: cookies, CSRF header, JSON:API bodies, errors as values to act on. Knows no router, no toast. */
export { api, configureApi, setCsrfToken } from './client.ts';
export { ApiError, NetworkError } from './errors.ts';
export { upload, type UploadProgress } from './upload.ts';
