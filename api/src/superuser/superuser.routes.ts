import { Type } from '@sinclair/typebox';
import { superuserOrganizationCollection, superuserUserCollection } from '@headwater/shared/contract';
import { installationTransaction } from '../db/installation-db.ts';
import { superuser } from '../http/access.ts';
import { defineRoute } from '../http/define-route.ts';
import { pageQuery } from '../http/paging.ts';
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
  handler: ({ query: wish, services }) =>
    installationTransaction(services.database, (db) =>
      readPage(wish, presentOrganization, {
        list: (page) => listOrganizations(db, page),
        count: (search) => countOrganizations(db, search),
      }),
    ),
});

const users = defineRoute({
  method: 'GET',
  path: '/superuser/users',
  summary: 'Everybody, the youngest account first; `filter[q]` searches address and name.',
  access: superuser(),
  query,
  answer: { 200: superuserUserCollection },
  handler: ({ query: wish, services }) =>
    installationTransaction(services.database, (db) =>
      readPage(wish, presentUser, {
        list: (page) => listUsers(db, page),
        count: (search) => countUsers(db, search),
      }),
    ),
});

export const superuserRoutes = [organizations, users];
