/** Ends what rendering keeps warm (Chromium). */
export async function closeRenderers(): Promise<void> {}
