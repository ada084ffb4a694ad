import type { StreamSettings } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import { partsOf } from '../../platform/parts/parts.ts';
import { Refusal, type Fault } from '../../platform/refusals/refusal.ts';
import { requireConnector } from './configuration.rules.ts';
import type { SourceConnectionRow } from './source-connections.repository.ts';
import { listStreamsWithSettings, storeStreamSettings } from './stream-settings.repository.ts';
import { settingsFaults } from './stream-settings.rules.ts';

/** Tables whose columns are held at a time. Other work runs in between. */
const TABLES_AT_ONCE = 200;
/** More faults than this don't help anyone. */
const MOST_FAULTS = 50;

/** Changes the settings of tables. Throws with what is wrong with any of them, with pointers by table and field. */
export async function changeManySettings(
  db: WorkspaceDb,
  connection: SourceConnectionRow,
  changes: Readonly<Record<string, Partial<StreamSettings>>>,
): Promise<void> {
  const connector = requireConnector(connection.connector).spec();
  const faults: Fault[] = [];
  for (const names of partsOf(Object.keys(changes), { items: TABLES_AT_ONCE })) {
    const found = await listStreamsWithSettings(db, connection.id, names);
    const changed: [string, StreamSettings][] = [];
    for (const name of names) {
      const pointer = `/data/attributes/settings/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const one = found.get(name);
      if (!one) throw new Refusal('stream_unknown', { pointer, values: { table: name } });
      const settings = { ...one.settings, ...changes[name] };
      const { columns, primary_key: primaryKey, stream_key: streamKey } = one.stream;
      faults.push(...settingsFaults(settings, { columns, primaryKey }, connector, pointer));
      changed.push([streamKey, settings]);
    }
    const [first, ...others] = faults.slice(0, MOST_FAULTS);
    if (first && faults.length >= MOST_FAULTS) throw new Refusal([first, ...others]);
    if (!first) await storeStreamSettings(db, connection.id, changed);
  }
  const [first, ...others] = faults;
  if (first) throw new Refusal([first, ...others]);
}
