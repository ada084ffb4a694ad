import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { superuserOrganizationCollection, superuserUserCollection } from '@headwater/shared/contract';
import { audit } from '../audit/index.ts';
import { installationTransaction, type InstallationDb } from '../../platform/database/installation-db.ts';
import { superuser } from '../../http/access.ts';
import { defineRoute, type User } from '../../http/define-route.ts';
import { pageQuery } from '../../http/paging.ts';
import { readPage } from './age-page.ts';
import { countOrganizations, listOrganizations, presentOrganization } from './organizations.list.ts';
import { countUsers, listUsers, presentUser } from './users.list.ts';

const query = Type.Object(
  { ...pageQuery, 'filter[q]': Type.Optional(Type.String({ maxLength: 200 })) },
  { additionalProperties: false },
);

const organizations = defineRoute({
  method: 'GET',
  path: '/superuser/organizations',
  summary: 'Every workspace, the youngest first; `filter[q]` searches name and id.',
  access: superuser(),
  query,
  answer: { 200: superuserOrganizationCollection },
  handler: ({ query: wish, user, request, services }) =>
    installationTransaction(services.database, async (db) => {
      await recordReading(db, 'organizations', wish['filter[q]'], { user, request });
      return readPage(wish, presentOrganization, {
        list: (page) => listOrganizations(db, page),
        count: (search) => countOrganizations(db, search),
      });
    }),
});

const users = defineRoute({
  method: 'GET',
  path: '/superuser/users',
  summary: 'Everybody, the youngest account first; `filter[q]` searches address and name.',
  access: superuser(),
  query,
  answer: { 200: superuserUserCollection },
  handler: ({ query: wish, user, request, services }) =>
    installationTransaction(services.database, async (db) => {
      await recordReading(db, 'users', wish['filter[q]'], { user, request });
      return readPage(wish, presentUser, {
        list: (page) => listUsers(db, page),
        count: (search) => countUsers(db, search),
      });
    }),
});

interface Reader {
  readonly user: User;
  readonly request: FastifyRequest;
}

/** What somebody reads past every membership, and whom they searched for. */
function recordReading(
  db: InstallationDb,
  list: 'organizations' | 'users',
  search: string | undefined,
  { user, request }: Reader,
): Promise<void> {
  const details = { list, ...(search && { search }) };
  return audit(db, { action: 'superuser.list', actorId: user.id, request, details });
}

export const superuserRoutes = [organizations, users];
