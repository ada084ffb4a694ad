import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import {
  SEARCH_TEXT_MAX,
  superuserOrganizationCollection,
  superuserUserCollection,
} from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction, type InstallationDb } from '../../../platform/database/installation-db.ts';
import { superuser } from '../../../http/access.ts';
import { defineRoute, type User } from '../../../http/define-route.ts';
import { pageQuery } from '../../../http/paging.ts';
import { readPage } from './age-page.ts';
import { countOrganizations, listOrganizations, presentOrganization } from './organizations.list.ts';
import { countUsers, listUsers, presentUser } from './users.list.ts';

const query = Type.Object(
  { ...pageQuery, 'filter[q]': Type.Optional(Type.String({ maxLength: SEARCH_TEXT_MAX })) },
  { additionalProperties: false },
);

const organizations = defineRoute({
  method: 'GET',
  path: '/superuser/organizations',
  summary: 'All workspaces, newest first. `filter[q]` searches name and ID.',
  access: superuser(),
  query,
  responses: { 200: superuserOrganizationCollection },
  handler: ({ query: requested, user, request, services }) =>
    installationTransaction(services.database, async (db) => {
      await recordReading(db, 'organizations', requested['filter[q]'], { user, request });
      return readPage(requested, presentOrganization, {
        list: (page) => listOrganizations(db, page),
        count: (search) => countOrganizations(db, search),
      });
    }),
});

const users = defineRoute({
  method: 'GET',
  path: '/superuser/users',
  summary: 'All users, newest account first. `filter[q]` searches email address and name.',
  access: superuser(),
  query,
  responses: { 200: superuserUserCollection },
  handler: ({ query: requested, user, request, services }) =>
    installationTransaction(services.database, async (db) => {
      await recordReading(db, 'users', requested['filter[q]'], { user, request });
      return readPage(requested, presentUser, {
        list: (page) => listUsers(db, page),
        count: (search) => countUsers(db, search),
      });
    }),
});

interface Reader {
  readonly user: User;
  readonly request: FastifyRequest;
}

/** Records what a superuser reads regardless of memberships, and what they searched for. */
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
