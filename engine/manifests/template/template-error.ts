/** A template that isn't written correctly, or can't be evaluated. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** Something was asked of a value that isn't there. The whole template then has no value. */
export class MissingValue extends Error {
  override readonly name = 'MissingValue';
}
