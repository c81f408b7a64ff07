const MAX_EMAIL = 254;
/** The pattern of the type `Email` of request bodies, so that every input follows one rule. */
const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;

/** Whether a trimmed text is an email address, by the rule of request bodies. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && EMAIL.test(text);
}

/** Returns an email address as it is stored and compared: trimmed and in lower case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
