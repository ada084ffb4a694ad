import { ownValue } from '../contract/ground/own-value.ts';
import { useFormikContext } from 'formik';
import { sharedMessages, useErrorText } from '../messages/index.ts';
import type { ServerErrors } from './server-errors.ts';
import type { FormValues } from './validation.ts';

/** Returns a field's value, handlers, and error: a broken rule of the form, else the server's error for this value. */
export function useFormField(name: string) {
  const t = sharedMessages.use();
  const errorText = useErrorText();
  const { values, errors, submitCount, status, getFieldProps } = useFormikContext<FormValues>();
  const broken = submitCount > 0 ? (ownValue(errors, name) as string | undefined) : undefined;
  const serverError = (status as ServerErrors).fields.get(name);
  const serverText =
    serverError && serverError.value === ownValue(values, name) ? errorText(serverError.error) : undefined;
  const key = `rule.${broken}`;
  return { ...getFieldProps(name), error: broken ? (t.has(key) ? t(key) : broken) : serverText };
}
