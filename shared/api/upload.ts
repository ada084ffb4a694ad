import { flatten } from '../json-api/flatten.ts';
import { ApiError, NetworkError } from './errors.ts';
import { announce, API_BASE, csrfHeader } from './settings.ts';

export interface UploadProgress {
  signal?: AbortSignal;
  /** Called with 0 … 1 while the file is being sent. */
  onProgress?(fraction: number): void;
}

/** Sends a file's bytes as they are. Uses XMLHttpRequest because fetch can't report how much has been sent. */
export function upload<T>(path: string, file: Blob, { signal, onProgress }: UploadProgress = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open('POST', API_BASE + path);
    for (const [name, value] of Object.entries(csrfHeader())) xhr.setRequestHeader(name, value);
    xhr.setRequestHeader('accept', 'application/json');
    xhr.setRequestHeader('content-type', 'application/octet-stream');
    xhr.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    xhr.onload = () => settle<T>(xhr, path, resolve, reject);
    xhr.onerror = () => reject(new NetworkError(`No response to POST ${path}`));
    xhr.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => xhr.abort());
    xhr.send(file);
  });
}

function settle<T>(
  xhr: XMLHttpRequest,
  path: string,
  resolve: (value: T) => void,
  reject: (error: Error) => void,
) {
  const body = parse(xhr.responseText);
  if (xhr.status >= 200 && xhr.status < 300) return resolve(flatten<T>(body));
  const error = new ApiError(xhr.status, body, headersOf(xhr));
  announce(error, 'POST', path);
  reject(error);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // an error page from a proxy in front of the API: ApiError still has the status
  }
}

function headersOf(xhr: XMLHttpRequest) {
  const headers = new Headers();
  for (const name of ['x-request-id', 'retry-after']) {
    const value = xhr.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}
