/** A browser is known for so long after the last time that it signed the account in. */
export const DEVICE_DAYS = 365;
