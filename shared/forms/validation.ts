import * as yup from 'yup';
import { firstBroken, type Rule } from '../contract/ground/rule.ts';

/** A form's values, which are flat. */
export type FormValues = Record<string, unknown>;

/** A field's rules, or a function that derives them from the other fields' values. */
export type FieldRules<V> = readonly Rule[] | ((values: V) => readonly Rule[]);

/** Returns the schema that Formik validates with. A field's error is the code of the first rule that it breaks. */
export function schemaOf<V extends FormValues>(validate: Partial<Record<keyof V & string, FieldRules<V>>>) {
  // Formik leaves out empty strings, but rules that compare fields need them.
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
