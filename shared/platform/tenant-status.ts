/** Tenant statuses in the order of their numbers 0 to 3. */
export enum TenantStatus {
  Trial = 'Trial',
  Active = 'Active',
  Suspended = 'Suspended',
  Cancelled = 'Cancelled',
}

export function admitsSignIn(status: TenantStatus): boolean {
  return status === TenantStatus.Trial || status === TenantStatus.Active;
}
