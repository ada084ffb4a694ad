import { FailureError } from '../../../platform/failures/failure.ts';
import type { Connector } from '../../protocol/protocol.ts';
import { ConnectionAttempt } from './postgres.connection-attempt.ts';
import { listRelations, streamOf } from './postgres.catalog.ts';
import { check } from './postgres.check.ts';
import { configurationOf, keepsSecrets, postgresSpecification } from './postgres.config.ts';
import { sourceFailure } from './postgres.failure.ts';
import { preview, read } from './postgres.read.ts';
import { BEGIN, SETTINGS_STATEMENT } from './postgres.statements.ts';

const LIST_SECONDS = 60;

export const postgres: Connector = {
  name: 'postgres',
  spec: () => postgresSpecification,
  keepsSecrets,

  check: (configuration, context) => check(configurationOf(configuration), context),

  async discover(given, context) {
    const configuration = configurationOf(given);
    const attempt = new ConnectionAttempt(configuration, context);
    const session = await attempt.open();
    try {
      const relations = await attempt.within('list', LIST_SECONDS, async () => {
        await session.run(BEGIN);
        await session.run(SETTINGS_STATEMENT);
        return listRelations(session);
      });
      const readable = relations.filter(({ isReadable }) => isReadable);
      if (readable.length === 0) throw new FailureError('no_tables', { database: configuration.database });
      await attempt.close();
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
