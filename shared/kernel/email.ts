/** An email address as it is stored and compared: trimmed and lower-cased (decisions 6). */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
