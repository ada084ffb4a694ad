import { object, requestBody } from '../ground/json-api.ts';

export const runFactsBody = requestBody('run_facts', object({}));
