/** The product's name as people read it; every page title ends in it. */
export const PRODUCT_NAME = 'Headwater';

/** Where "Contact support" leads. An installation replaces it with SUPPORT_EMAIL. */
export const DEFAULT_SUPPORT_EMAIL = 'support@headwater.example';

/** What a remote or a client needs of the API: raised by one when the contract grows, by a major when it breaks. */
export const CONTRACT_VERSION = '1.1.0';
