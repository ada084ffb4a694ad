import { FormikProvider, useFormik } from 'formik';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ApiError, NetworkError } from '../api/errors.ts';
import { sharedMessages } from '../messages/index.ts';
import { useUnsavedChanges } from '../routing/unsaved-changes.ts';
import { styled, toast } from '../ui/index.ts';
import { goToField } from './go-to-field.ts';
import { noServerErrors, placeErrors, type Renames } from './server-errors.ts';
import { schemaOf, type FieldRules, type FormValues } from './validation.ts';

export interface FormProps<V extends FormValues> {
  initialValues: V;
  /** Rules by field; a field's first broken rule is shown. */
  validate?: Partial<Record<keyof V & string, FieldRules<V>>>;
  /** An ApiError that it throws lands on the fields, in the banner, or in the specified toast. */
  onSubmit(values: V): void | Promise<void>;
  /** Where the wire's name of a field is another one: `{ password: 'newPassword' }`. */
  renames?: Renames;
  children: ReactNode;
  id?: string;
}

/**
 * A form: checked on submit, then on each change; its fields find their values and faults by name. A second submit
 * while one is under way is not possible, as its SubmitButton is disabled.
 */
export function Form<V extends FormValues>({
  initialValues,
  validate,
  onSubmit,
  renames,
  children,
  id,
}: FormProps<V>) {
  const t = sharedMessages.use();
  const [tried, setTried] = useState(false);
  const [saved, setSaved] = useState(initialValues);
  const validationSchema = useMemo(() => schemaOf<V>(validate ?? {}), [validate]);
  const formik = useFormik<V>({
    initialValues,
    initialStatus: noServerErrors,
    validationSchema,
    validateOnBlur: false,
    validateOnChange: tried,
    async onSubmit(values, { setStatus }) {
      setStatus(noServerErrors);
      try {
        await onSubmit(values);
        setSaved(values);
      } catch (error) {
        if (error instanceof ApiError && error.errors)
          return setStatus(placeErrors(error.errors, values, renames));
        toast.error(t('error.contact_support'));
        // The server has told us nothing that the user could act on; a fault of ours goes to the error report.
        if (!(error instanceof ApiError || error instanceof NetworkError)) window.reportError(error);
      }
    },
  });
  // what is being sent is no longer only here, and a submit itself may lead to another page
  useUnsavedChanges(!formik.isSubmitting && differ(formik.values, saved));
  const form = useFocusOnFault(formik.isSubmitting, formik.submitCount);
  return (
    <FormikProvider value={formik}>
      <Fields
        ref={form}
        id={id}
        noValidate
        onSubmit={(event) => {
          setTried(true);
          formik.handleSubmit(event);
        }}
      >
        {children}
      </Fields>
    </FormikProvider>
  );
}

const differ = (values: FormValues, saved: FormValues) =>
  Object.keys(values).some((name) => !Object.is(values[name], saved[name]));

/**
 * When a submit has ended in faults, the first faulty field in document order gets the focus; without one, the submit
 * button gets back what it lost by being disabled.
 */
function useFocusOnFault(isSubmitting: boolean, submitCount: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    const faulty = find('[aria-invalid="true"]');
    if (faulty) goToField(faulty);
    else if (document.activeElement === document.body) find('[type="submit"]')?.focus();
  }, [isSubmitting, submitCount]);
  return form;
}

const Fields = styled('form')({ display: 'grid', gap: 18, gridTemplateColumns: 'minmax(0, 1fr)' });
