/** How long a browser is recognized after its last sign-in to the account. */
export const DEVICE_DAYS = 365;
