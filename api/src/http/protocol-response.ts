/** A response whose status and content another protocol defines, which HTTP only carries. */
export class ProtocolResponse {
  readonly status: number;
  /** Null for none. */
  readonly json: string | null;

  constructor(status: number, json: string | null) {
    this.status = status;
    this.json = json;
  }
}
