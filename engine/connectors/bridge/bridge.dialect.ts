import type { Dict, Value } from '@headwater/manifests/template/values';
import type { Bridge, BridgeDeclaration } from '@headwater/protocol/bridge-declaration';

/** A run of the executable, without the files that are in its folder. */
export interface Call {
  /** Options that name a file in its folder, as `--config config.json`. */
  args: readonly string[];
  files: Readonly<Record<string, unknown>>;
}

/** A table that the executable offers. */
export interface FoundStream {
  namespace: string | null;
  name: string;
  /** The JSON Schema of a record. */
  schema: Value;
  key: string[];
  /** What `read` gives back. */
  raw: Dict;
  canContinue: boolean;
}

/** What is read, and from where on. */
export interface Wanted {
  raw: Dict;
  /** Null if the table is read as a whole. */
  cursor: string | null;
  state: unknown;
}

/** What a line means, whatever the protocol. */
export type Message =
  | { type: 'record'; namespace: string | null; stream: string; record: Dict }
  | { type: 'state'; state: Value }
  | { type: 'status'; isSuccess: boolean; reason: string }
  | { type: 'streams'; streams: FoundStream[] }
  | { type: 'specification'; specification: Dict }
  | { type: 'error'; kind: 'config' | 'transient' | 'system'; reason: string; details: string }
  /** It works. */
  | { type: 'sign_of_life' }
  | { type: 'none' };

/** How an executable of a protocol is called, and what its lines mean. */
export interface Dialect {
  /** Null if the check is that tables can be listed. */
  check: Call | null;
  discover: Call;
  /** Whether a discovery prints one document instead of messages. */
  discoversDocument: boolean;
  read(declaration: BridgeDeclaration, wanted: Wanted): Call;
  message(given: Dict): Message;
  document(given: Dict): FoundStream[];
}

export type Config = { bridge: Bridge; config: Dict; secrets: string[] };
