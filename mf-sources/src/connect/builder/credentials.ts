/** The name of a credential's field in the configuration. */
export const credentialName = (name: string) => `config:${name}`;

/** Whether a credential is a secret. */
export const isSecret = (name: string) => name !== 'username';
