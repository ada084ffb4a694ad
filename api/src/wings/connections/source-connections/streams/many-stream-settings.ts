import type { SettingsChange } from '@headwater/shared/contract';
import type { ConnectorSpecification } from '@headwater/protocol/protocol';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { partsOf } from '@headwater/base/parts';
import { Refusal, type Fault } from '@headwater/base/refusals/refusal';
import { requireConnector } from '../setup/configuration.rules.ts';
import type { SourceConnectionRow } from '../source-connections.repository.ts';
import { listStreamsWithSettings, storeStreamSettings } from './stream-settings.repository.ts';
import { checkedStream, settingsFaults } from './stream-settings.rules.ts';

/** Tables whose columns are held at a time. Other work runs in between. */
const TABLES_AT_ONCE = 200;
/** More faults than this don't help anyone. */
const MOST_FAULTS = 50;

/** Changes the settings of tables. Throws with what is wrong with any of them: each fault's values name its table. */
export async function changeManySettings(
  db: WorkspaceDb,
  connection: SourceConnectionRow,
  changes: readonly SettingsChange[],
): Promise<void> {
  const connector = requireConnector(connection.connector).spec();
  const faults: Fault[] = [];
  for (const [at, change] of changes.entries()) {
    for (const tables of partsOf(change.tables, { items: TABLES_AT_ONCE })) {
      const pointer = `/data/attributes/settings/${at}`;
      faults.push(...(await changePart(db, connection.id, { ...change, tables }, connector, pointer)));
      if (faults.length >= MOST_FAULTS) break;
    }
  }
  const [first, ...others] = faults.slice(0, MOST_FAULTS);
  if (first) throw new Refusal([first, ...others]);
}

/** Stores the changed settings, unless there are faults, which it returns. */
async function changePart(
  db: WorkspaceDb,
  sourceConnectionId: string,
  { tables, change, usesSuggestedCursor }: SettingsChange,
  connector: ConnectorSpecification,
  pointer: string,
): Promise<Fault[]> {
  const found = await listStreamsWithSettings(db, sourceConnectionId, tables);
  const stored = tables.map((table) => {
    const one = found.get(table);
    if (!one) throw new Refusal('stream_unknown', { pointer: `${pointer}/tables`, values: { table } });
    const { stream_key: streamKey, suggested_cursor: cursor } = one.stream;
    const settings = {
      ...one.settings,
      ...change,
      ...(usesSuggestedCursor && { cursorColumn: cursor }),
    };
    const known = checkedStream(one.stream, one.settings.masks);
    const faults = settingsFaults(settings, known, connector, `${pointer}/change`);
    return {
      streamKey,
      settings,
      faults: faults.map((fault) => ({ ...fault, values: { ...fault.values, table } })),
    };
  });
  const faults = stored.flatMap((one) => one.faults);
  if (faults.length === 0)
    await storeStreamSettings(
      db,
      sourceConnectionId,
      stored.map(({ streamKey, settings }) => [streamKey, settings]),
    );
  return faults;
}
