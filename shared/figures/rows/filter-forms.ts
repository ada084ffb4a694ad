/** The forms for columns and conditions. They are loaded when one opens, so that a page itself loads no form. */
export { ColumnChoice } from './column-choice.tsx';
export { FilterForm } from './filter-form.tsx';
