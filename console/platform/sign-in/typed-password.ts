let typed: string | null = null;

/** Remembers the password of a sign-in in this tab, so that a temporary one is not asked for twice. */
export function rememberPassword(password: string): void {
  typed = password;
}

/** The password of the last sign-in in this tab; null after a reload and once it was replaced. */
export function rememberedPassword(): string | null {
  return typed;
}

export function forgetPassword(): void {
  typed = null;
}
