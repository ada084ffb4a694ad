import {
  newShareLinkBody,
  newShareLinkDocument,
  shareLinkCollection,
  SHARES_MAX,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { newId } from '../../../platform/database/ids.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { getLocked, getReport, noteChange } from '../reports/index.ts';
import { deleteShare, insertShare, listShares } from './report-shares.repository.ts';
import { presentLink } from './share-link.presenter.ts';
import { hashOfShareToken, newShareToken } from './share-token.ts';

const LINKS = '/organizations/:organizationId/reports/:reportId/share-links';

const list = defineRoute({
  method: 'GET',
  path: LINKS,
  summary:
    'The links by which a report is shared with people outside the workspace, newest first, without their tokens.',
  access: member('data:read'),
  responses: { 200: shareLinkCollection },
  handler: async ({ workspace, params }) =>
    workspace.transaction(async (db) => {
      await getReport(db, params.reportId, workspace);
      const data = (await listShares(db, params.reportId)).map(presentLink);
      return { data, links: { next: null }, meta: { total: data.length } };
    }),
});

const create = defineRoute({
  method: 'POST',
  path: LINKS,
  summary:
    'Share a report by a link, whose token only this response contains. It shows this report and nothing else, until it expires, is revoked, or its maker may no longer edit reports.',
  access: member('data:edit'),
  body: newShareLinkBody,
  responses: { 201: newShareLinkDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { days, password, filtersOpen, filters } = body.data.attributes;
    const passwordHash = password === undefined ? null : await services.passwords.hash(password);
    const token = newShareToken();
    return workspace.transaction(async (db) => {
      const report = await getLocked(db, params.reportId, workspace);
      if ((await listShares(db, report.id)).length >= SHARES_MAX)
        throw new Refusal('too_many_share_links', { values: { most: SHARES_MAX } });
      const id = newId('shr');
      await insertShare(db, {
        ...{ id, reportId: report.id, sha256: hashOfShareToken(token)!, passwordHash, filtersOpen, filters },
        ...{ by: workspace.principal, days },
      });
      const facts = { link: id, days, password: passwordHash !== null, filtersOpen };
      const change = { db, workspace, services, request };
      await noteChange(change, 'share_link.create', report.id, { name: report.name, ...facts });
      const { attributes, ...rest } = presentLink(
        (await listShares(db, report.id)).find((one) => one.id === id)!,
      );
      return { data: { ...rest, attributes: { ...attributes, token } } };
    });
  },
});

const revoke = defineRoute({
  method: 'DELETE',
  path: `${LINKS}/:shareLinkId`,
  summary: 'Revoke a link. It stops working at once.',
  access: member('data:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params, request, services }) => {
    await workspace.transaction(async (db) => {
      const report = await getLocked(db, params.reportId, workspace);
      if (!(await deleteShare(db, report.id, params.shareLinkId))) throw new Refusal('not_found');
      const facts = { name: report.name, link: params.shareLinkId };
      await noteChange({ db, workspace, services, request }, 'share_link.revoke', report.id, facts);
    });
    return undefined;
  },
});

export const shareLinkRoutes = [list, create, revoke];
