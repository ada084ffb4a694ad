/**
 * Forms: validated on submit, then on change; after a failed submit or a server error, the first invalid field in
 * document order has the focus. The only place that uses Formik and yup.
 */
export { goToField } from './go-to-field.ts';
export { Form, type FormProps } from './form.tsx';
export {
  CheckboxField,
  EmailField,
  PasswordField,
  SelectField,
  TextAreaField,
  TextField,
} from './fields.tsx';
export { FormBanner } from './form-banner.tsx';
export { SubmitButton, type SubmitButtonProps } from './submit-button.tsx';
export type { FieldRules } from './validation.ts';
