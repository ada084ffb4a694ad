import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../platform/config/config.ts';
import { newId } from '../platform/database/ids.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { errorDocument } from './error-document.ts';
import { statusOf } from './status-of.ts';
import { headersOfEveryResponse } from './security-headers.ts';

/**
 * Returns the server's `clientErrorHandler`: unreadable requests are refused with the usual error document.
 */
export function refuseUnreadable(config: Config): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const fault = faultOf(error);
    const requestId = newId('req');
    const status = statusOf(fault.kind);
    const body = JSON.stringify(errorDocument(fault, requestId));
    const headers = {
      ...headersOfEveryResponse(config, requestId),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () =>
      socket.destroy(),
    );
  };
}

function faultOf(cause: NodeJS.ErrnoException): Refusal {
  if (cause.code === 'HPE_HEADER_OVERFLOW') return new Refusal('headers_too_large', { cause });
  if (cause.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('request_timeout', { cause });
  return new Refusal('request_malformed', { cause });
}
