import type { HttpResponse } from '@headwater/protocol/http/http-client';
import type { Value } from '../template/values.ts';

/** A response, and its body where a template asks for it. */
export interface Answer extends HttpResponse {
  url: URL;
  /** The body as JSON. An empty object if it isn't JSON. */
  json: Value;
}
