let listener: (() => void) | null = null;

/** Stores what opens the sign-in page when the session has ended. */
export function onSessionEnd(next: () => void): void {
  listener = next;
}

/** Says that the API knows the session no more. */
export function tellSessionEnded(): void {
  listener?.();
}
