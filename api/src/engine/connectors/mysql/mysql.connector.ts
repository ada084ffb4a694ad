import { FailureError } from '../../../platform/failures/failure.ts';
import type { Connector } from '../../protocol/protocol.ts';
import { listRelations, streamOf } from './mysql.catalog.ts';
import { check } from './mysql.check.ts';
import { configurationOf, keepsSecrets, mysqlSpecification } from './mysql.config.ts';
import { ConnectionAttempt } from './mysql.connection-attempt.ts';
import { sourceFailure } from './mysql.failure.ts';
import { preview, read } from './mysql.read.ts';
import { prepareSession, serverOf } from './mysql.server.ts';

const LIST_SECONDS = 60;

export const mysql: Connector = {
  name: 'mysql',
  spec: () => mysqlSpecification,
  keepsSecrets,
  check: (configuration, context) => check(configurationOf(configuration), context),

  async discover(given, context) {
    const configuration = configurationOf(given);
    const attempt = new ConnectionAttempt(configuration, context);
    const session = await attempt.open();
    try {
      const relations = await attempt.within('list', LIST_SECONDS, async () => {
        const server = await serverOf(session);
        await prepareSession(session, server);
        return listRelations(session, server.isMariaDb);
      });
      const readable = relations.filter(({ isReadable }) => isReadable);
      if (readable.length === 0) throw new FailureError('no_tables', { database: configuration.database });
      session.close();
      return readable.map(streamOf);
    } catch (error) {
      context.signal.throwIfAborted();
      throw sourceFailure(error, configuration, configuration.database);
    } finally {
      attempt.destroy();
    }
  },

  read: (configuration, catalog, states, context) =>
    read(configurationOf(configuration), catalog, states, context),

  preview: (configuration, stream, rows, context) =>
    preview(configurationOf(configuration), stream, rows, context),
};
