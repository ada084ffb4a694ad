import type { ErrorDocument, ErrorObject } from '@headwater/shared/contract';
import { english } from '@headwater/shared/messages/english';
import type { Fault, Refusal } from '@headwater/base/refusals/refusal';
import { fill } from '@headwater/base/failures/fill';
import { foreignText, foreignValues } from '@headwater/base/failures/foreign-text';
import { refusalCatalog, type CatalogEntry } from '@headwater/base/refusals/refusal-catalog';
import { statusOf } from './status-of.ts';

/** Returns the body of the response. */
export function errorDocument({ faults }: Refusal, requestId: string): ErrorDocument {
  return { errors: faults.map(presentFault), meta: { requestId } };
}

/** Returns the first fault of a refusal as it stands in a response. */
export const errorObjectOf = ({ faults }: Refusal): ErrorObject => presentFault(faults[0]!);

function presentFault(fault: Fault): ErrorObject {
  const { kind, title, detail }: CatalogEntry = refusalCatalog[fault.code];
  const { pointer, parameter } = fault;
  const values = fault.values && foreignValues(fault.values);
  return {
    status: String(statusOf(kind)),
    code: fault.code,
    title,
    detail:
      fault.detail === undefined
        ? fill(detail ?? english(`error.${fault.code}`), values ?? {})
        : foreignText(fault.detail),
    ...((pointer !== undefined || parameter !== undefined) && { source: { pointer, parameter } }),
    ...(values && { meta: values }),
  };
}
