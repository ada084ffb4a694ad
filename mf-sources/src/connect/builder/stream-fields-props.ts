import type { StreamForm } from './api-form.ts';
import type { BuilderFields } from './use-builder.ts';

export interface StreamFieldsProps {
  stream: StreamForm;
  index: number;
  fields: BuilderFields;
  onChange(some: Partial<StreamForm>): void;
}
