/** How many checks a table can have in one setup. */
export const CHECKS_MAX = 50;
/** The most characters of the name of a tool's setup. */
export const TOOL_SETUP_NAME_MAX = 60;

/** A dry run looks at about so many rows. */
export const DRY_RUN_ROWS = 10_000;
