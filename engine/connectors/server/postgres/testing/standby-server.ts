import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { postgresUser } from '@headwater/base/postgres/os-user';
import { findPostgresBinaries } from '@headwater/base/postgres/postgres-binaries';
import { freePort, OTHER_PACKAGE, SOURCE_MAJOR, type SourceServer } from './source-server.ts';

/** A real standby that streams from a source server, and on which people can read. */
export interface Standby {
  readonly port: number;
  /** Runs statements as the administrator. */
  rows<Row>(query: string): Promise<Row[]>;
  /** Waits until it has replayed all that the primary has written. */
  catchUp(): Promise<void>;
  /** Waits until it has replayed all that the primary has written, or as much as what is read from it allows. */
  catchUpOrWait(): Promise<void>;
  stop(): Promise<void>;
}

const [BACKUP, ENDED] =
  SOURCE_MAJOR < 15
    ? [`select pg_start_backup('standby', true, false)`, 'select labelfile from pg_stop_backup(false)']
    : [`select pg_backup_start('standby', true)`, 'select labelfile from pg_backup_stop(false)'];

/** Copies the source's cluster while it runs, as a base backup does, and starts a standby of it. */
export async function startStandby(source: SourceServer, ...settings: string[]): Promise<Standby> {
  const port = await freePort();
  const cluster = join(source.folder, `standby-${port}`);
  const { user: administrator, password } = source.connection;
  const user = await postgresUser();
  const session = await source.open();
  await session.query(BACKUP);
  await promisify(execFile)('cp', ['-a', join(source.folder, 'postgres'), cluster]);
  const stopped = await session.query<{ labelfile: string }>(ENDED);
  await session.end();
  for (const [name, text] of [
    ['backup_label', stopped.rows[0]!.labelfile],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(cluster, name), text, { mode: 0o600 });
    if (user) await chown(join(cluster, name), user.uid, user.gid);
  }
  await rm(join(cluster, 'postmaster.pid'));
  const { postgres } = await findPostgresBinaries(user, source.folder, OTHER_PACKAGE);
  const log = openSync(join(source.folder, 'standby.log'), 'a');
  const given = [
    ...['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${cluster}`],
    `primary_conninfo=host=127.0.0.1 port=${source.port} user=${administrator} password=${password}`,
    ...[
      'hot_standby=on',
      'fsync=off',
      'shared_buffers=16MB',
      'wal_receiver_status_interval=100ms',
      ...settings,
    ],
  ];
  const server = spawn(postgres, ['-D', cluster, ...given.flatMap((setting) => ['-c', setting])], {
    stdio: ['ignore', log, log],
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  const exited = once(server, 'exit');
  const connection = { host: '127.0.0.1', port, user: administrator, password, database: 'postgres' };
  const rows = async <Row>(query: string) => {
    const client = new Client(connection);
    await client.connect();
    return (await client.query(query).finally(() => client.end())).rows as Row[];
  };
  const until = async (isDone: () => Promise<boolean>) => {
    while (!(await isDone())) {
      if (server.exitCode !== null) throw new Error('The standby has exited; see standby.log.');
      await wait(10);
    }
  };
  const placeIn = async (written: string) => {
    const [place] = await rows<{ isReceived: boolean; isReplayed: boolean; replayed: string }>(
      `select pg_last_wal_receive_lsn() >= '${written}' as "isReceived",
        pg_last_wal_replay_lsn() >= '${written}' as "isReplayed", pg_last_wal_replay_lsn()::text as replayed`,
    );
    return place!;
  };
  await until(() =>
    rows('select').then(
      () => true,
      () => false,
    ),
  );
  return {
    port,
    rows,
    async catchUp() {
      const written = await writtenBy(source);
      await until(async () => (await placeIn(written)).isReplayed);
    },
    async catchUpOrWait() {
      const written = await writtenBy(source);
      let before = '';
      await until(async () => {
        const { isReceived, isReplayed, replayed } = await placeIn(written);
        const isStill = isReceived && replayed === before;
        before = replayed;
        return isReplayed || isStill;
      });
    },
    async stop() {
      server.kill('SIGINT');
      await exited;
    },
  };
}

async function writtenBy(source: SourceServer): Promise<string> {
  // A transaction with a number sends all that was written before, which VACUUM on its own doesn't.
  await source.run('select txid_current()');
  const [row] = await source.rows<{ written: string }>('select pg_current_wal_lsn()::text as written');
  return row!.written;
}
