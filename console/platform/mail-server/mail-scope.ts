/** Whose mail server: the organization's, or the platform's for all that have none. */
export type MailScope = 'organization' | 'platform';
