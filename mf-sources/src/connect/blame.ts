import { ApiError } from '@headwater/shared/api';
import type { Failure } from '@headwater/shared/contract';
import type { ConnectionCheck } from '../connection-check.queries.ts';

/** Returns the failure that ended a test, if a field of the form caused it. */
export function blamedFailure({ steps }: ConnectionCheck): (Failure & { field: string }) | undefined {
  const failure = steps.find((step) => step.state === 'failed')?.failure;
  return failure && failure.field !== null ? { ...failure, field: failure.field } : undefined;
}

/** Returns the failure as an error that the form shows at the field, which also gets the focus. */
export function asFieldError(field: string, message: string): ApiError {
  const source = { pointer: `/data/attributes/configuration/${field}` };
  const error = { status: '422', code: 'connection_check_failed', title: '', detail: message, source };
  return new ApiError(422, { errors: [error] }, new Headers());
}
