export { classify } from './address-ranges.ts';
export { Egress, type EgressRules, type Target } from './egress.ts';
export { pinnedRequest, portOf } from './pinned-request.ts';
