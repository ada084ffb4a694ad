/** Replaces XMLHttpRequest, which uploads files. The test controls the progress of each upload. */
export class FakeUpload {
  static all: FakeUpload[] = [];

  upload: { onprogress?(event: { lengthComputable: boolean; loaded: number; total: number }): void } = {};
  onload?(): void;
  onerror?(): void;
  onabort?(): void;
  status = 0;
  responseText = '';
  path = '';
  aborted = false;

  constructor() {
    FakeUpload.all.push(this);
  }
  open(_method: string, path: string) {
    this.path = path;
  }
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  send() {}
  abort() {
    this.aborted = true;
    this.onabort?.();
  }

  progress(fraction: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded: fraction * 100, total: 100 });
  }
  arrive(id: string) {
    this.respond(201, {
      data: { type: 'uploads', id, attributes: { fileName: 'f', bytes: 1, sha256: '0' } },
    });
  }
  respond(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload?.();
  }
}
