import type { Connector } from '@headwater/protocol/protocol';
import { discoverServer } from '../server-discover.ts';
import { ConnectionAttempt } from './postgres.connection-attempt.ts';
import { listRelations, streamOf } from './postgres.catalog.ts';
import { check } from './postgres.check.ts';
import { configurationOf, keepsSecrets, postgresSpecification } from './postgres.config.ts';
import { sourceFailure } from './postgres.failure.ts';
import { preview, read } from './postgres.read.ts';
import { tellsVersions } from './postgres.row-versions.ts';
import { BEGIN, SETTINGS_STATEMENT } from './postgres.statements.ts';

export const postgres: Connector = {
  name: 'postgres',
  spec: () => postgresSpecification,
  keepsSecrets,

  check: (configuration, context) => check(configurationOf(configuration), context),

  discover: (configuration, context) =>
    discoverServer({
      attempt: new ConnectionAttempt(configurationOf(configuration), context),
      context,
      list: async (session) => {
        await session.run(BEGIN);
        await session.run(SETTINGS_STATEMENT);
        const relations = await listRelations(session);
        const isVersioned = await tellsVersions(session);
        return isVersioned ? relations : relations.map((each) => ({ ...each, isVersioned }));
      },
      streamOf,
      sourceFailure,
    }),

  read: (configuration, catalog, states, context) =>
    read(configurationOf(configuration), catalog, states, context),

  preview: (configuration, stream, rows, context) =>
    preview(configurationOf(configuration), stream, rows, context),
};
