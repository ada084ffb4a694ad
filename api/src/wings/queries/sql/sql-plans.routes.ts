import { sqlPlanBody, sqlPlanDocument } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { newId } from '../../../platform/database/ids.ts';
import { planSteps } from './plan-steps.ts';
import { secondsFor, withTables } from './run-sql.ts';

const plan = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/sql-plans',
  summary: 'How a query would run over the current versions of the tables, step by step, without running it.',
  access: member('data:read'),
  body: sqlPlanBody,
  responses: { 200: sqlPlanDocument },
  handler: async ({ workspace, body, request, services }) => {
    const asked = body.data.attributes;
    const circumstances = { seconds: secondsFor(workspace), signal: request.signal };
    const steps = await withTables(
      services,
      workspace,
      asked,
      circumstances,
      async (statement, tables, found) => {
        const planned = await statement.plan({ tables, parameters: asked.parameters, isForUses: false });
        return planSteps(planned.steps, found);
      },
    );
    return { data: { type: 'sql_plans' as const, id: newId('sql'), attributes: { steps } } };
  },
});

export const sqlPlanRoutes = [plan];
