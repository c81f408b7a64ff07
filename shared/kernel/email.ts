const MAX_EMAIL = 254;
/** The pattern of the type `Email` of the API's bodies: one rule for every way in. */
const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;

/** Whether a trimmed text is an email address, as bodies of the API accept it. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && EMAIL.test(text);
}

/** An email address as it is stored and compared: trimmed and lower-cased. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
