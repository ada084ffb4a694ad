import * as yup from 'yup';
import { firstBroken, type Rule } from '../contract/rule.ts';

/** Values of a form of ours; nested ones are parts of the wire's business, not of a form's. */
export type FormValues = Record<string, unknown>;

/** A field's rules, or how they follow from the other fields. */
export type FieldRules<V> = readonly Rule[] | ((values: V) => readonly Rule[]);

/** The schema that Formik checks with. A field's error is the code of the first rule that it breaks. */
export function schemaOf<V extends FormValues>(validate: Partial<Record<keyof V & string, FieldRules<V>>>) {
  // Formik leaves out empty texts; rules that compare fields mean them all the same.
  const untyped = Object.fromEntries(Object.keys(validate).map((name) => [name, '']));
  const fields = Object.entries(validate).map(([name, given]) => [
    name,
    fieldSchema(given as FieldRules<V>, untyped),
  ]);
  return yup.object(Object.fromEntries(fields));
}

function fieldSchema<V extends FormValues>(given: FieldRules<V>, untyped: FormValues) {
  return yup.mixed().test('rules', function check(value) {
    const rules = typeof given === 'function' ? given({ ...untyped, ...(this.parent as V) }) : given;
    const broken = firstBroken(rules, String(value ?? ''));
    return broken ? this.createError({ message: broken.code }) : true;
  });
}
