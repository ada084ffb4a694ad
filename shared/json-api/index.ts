/** JSON:API documents as plain objects: attributes and relationships next to `id` and `type`. */
export { flatten, flattenPage, type Flat, type Page } from './flatten.ts';
