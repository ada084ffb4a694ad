import { ownValue } from '../contract/ground/own-value.ts';
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
  /** Rules by field; the first rule that a field breaks is shown. */
  validate?: Partial<Record<keyof V & string, FieldRules<V>>>;
  /** If it throws an ApiError, its errors are shown at the fields, in the banner, or in the specified toast. */
  onSubmit(values: V): void | Promise<void>;
  /** For fields that have another name on the wire: `{ password: 'newPassword' }`. */
  renames?: Renames;
  children: ReactNode;
  id?: string;
}

/**
 * A form that is validated on submit and from then on with each change. Its fields find their values and errors by name.
 * It can't be submitted twice at once, because its SubmitButton is disabled meanwhile.
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
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const [saved, setSaved] = useState(initialValues);
  const validationSchema = useMemo(() => schemaOf<V>(validate ?? {}), [validate]);
  const formik = useFormik<V>({
    initialValues,
    initialStatus: noServerErrors,
    validationSchema,
    validateOnBlur: false,
    validateOnChange: hasSubmitted,
    async onSubmit(values, { setStatus }) {
      setStatus(noServerErrors);
      try {
        await onSubmit(values);
        setSaved(values);
      } catch (error) {
        if (error instanceof ApiError && error.errors)
          return setStatus(placeErrors(error.errors, values, renames));
        toast.error(t('error.contact_support'));
        // The response has nothing that the user could act on. Any other error is a bug of ours and is reported.
        if (!(error instanceof ApiError || error instanceof NetworkError)) window.reportError(error);
      }
    },
  });
  // values that are being sent don't count as unsaved, since a submit may lead to another page
  useUnsavedChanges(!formik.isSubmitting && differ(formik.values, saved));
  const form = useFocusOnError(formik.isSubmitting, formik.submitCount);
  return (
    <FormikProvider value={formik}>
      <Fields
        ref={form}
        id={id}
        noValidate
        onSubmit={(event) => {
          setHasSubmitted(true);
          formik.handleSubmit(event);
        }}
      >
        {children}
      </Fields>
    </FormikProvider>
  );
}

const differ = (values: FormValues, saved: FormValues) =>
  Object.keys(values).some((name) => !Object.is(ownValue(values, name), ownValue(saved, name)));

/**
 * After a failed submit, moves the focus to the first invalid field in document order; if there is none, back to the
 * submit button, which lost it by being disabled.
 */
function useFocusOnError(isSubmitting: boolean, submitCount: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    const invalid = find('[aria-invalid="true"]');
    if (invalid) goToField(invalid);
    else if (document.activeElement === document.body) find('[type="submit"]')?.focus();
  }, [isSubmitting, submitCount]);
  return form;
}

const Fields = styled('form')({ display: 'grid', gap: 18, gridTemplateColumns: 'minmax(0, 1fr)' });
