/** The header that refuses a change of something that someone else has changed in the meantime (412). */
export function ifMatch({ revision }: { revision: number }): { 'If-Match': string } {
  return { 'If-Match': `"${revision}"` };
}
