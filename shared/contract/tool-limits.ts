/** The most characters of the name of a tool's setup. */
export const TOOL_SETUP_NAME_MAX = 60;
