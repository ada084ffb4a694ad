import { useFormikContext } from 'formik';
import { sharedMessages, useErrorText } from '../messages/index.ts';
import type { ServerErrors } from './server-errors.ts';
import type { FormValues } from './validation.ts';

/** Value, handlers and error of a field: what the form's own rules say, else what the server said of this value. */
export function useFormField(name: string) {
  const t = sharedMessages.use();
  const errorText = useErrorText();
  const { values, errors, submitCount, status, getFieldProps } = useFormikContext<FormValues>();
  const broken = submitCount > 0 ? (errors[name] as string | undefined) : undefined;
  const told = (status as ServerErrors).fields[name];
  const toldStill = told && told.value === values[name] ? errorText(told.error) : undefined;
  const key = `rule.${broken}`;
  return { ...getFieldProps(name), error: broken ? (t.has(key) ? t(key) : broken) : toldStill };
}
