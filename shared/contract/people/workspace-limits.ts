/** For so many days a deleted workspace can be brought back. */
export const WORKSPACE_UNDO_DAYS = 30;
