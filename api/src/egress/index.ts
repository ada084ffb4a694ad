export { Egress, type EgressRules, type Target } from './egress.ts';
