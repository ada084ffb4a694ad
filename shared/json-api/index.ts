/** JSON:API documents made plain: attributes and relationships stand beside `id` and `type`. */
export { flatten, flattenPage, type Flat, type Page } from './flatten.ts';
