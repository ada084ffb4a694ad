/** The product's name as shown to people; every page title ends with it. */
export const PRODUCT_NAME = 'Headwater';

/** Where "Contact support" leads. An installation replaces it with SUPPORT_EMAIL. */
export const DEFAULT_SUPPORT_EMAIL = 'support@headwater.example';

/** The version of the API contract: a minor version when something is added, a major one when something breaks. */
export const CONTRACT_VERSION = '1.1.0';
