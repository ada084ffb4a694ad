import { object, requestBody } from './json-api.ts';

export const runFactsBody = requestBody('run_facts', object({}));
