import { useMay } from '../use-may.ts';

/** Whether the user may create service accounts and change them. */
export const useMayEdit = (): boolean => useMay('service_accounts:edit');
