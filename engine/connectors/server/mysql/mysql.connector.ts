import type { Connector } from '@headwater/protocol/protocol';
import { discoverServer } from '../server-discover.ts';
import { listRelations, streamOf } from './mysql.catalog.ts';
import { check } from './mysql.check.ts';
import { configurationOf, keepsSecrets, mysqlSpecification } from './mysql.config.ts';
import { ConnectionAttempt } from './mysql.connection-attempt.ts';
import { sourceFailure } from './mysql.failure.ts';
import { preview, read } from './mysql.read.ts';
import { prepareSession, serverOf } from './mysql.server.ts';

export const mysql: Connector = {
  name: 'mysql',
  spec: () => mysqlSpecification,
  keepsSecrets,
  check: (configuration, context) => check(configurationOf(configuration), context),

  discover: (configuration, context) =>
    discoverServer({
      attempt: new ConnectionAttempt(configurationOf(configuration), context),
      context,
      list: async (session) => {
        const server = await serverOf(session);
        await prepareSession(session, server);
        return listRelations(session, server.isMariaDb);
      },
      streamOf,
      sourceFailure,
    }),

  read: (configuration, catalog, states, context) =>
    read(configurationOf(configuration), catalog, states, context),

  preview: (configuration, stream, rows, context) =>
    preview(configurationOf(configuration), stream, rows, context),
};
