/** The organization that a key belongs to. */
export interface PingV1 {
  /** @example "3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11" */
  tenantId: string;
  /** @example "demo" */
  tenantSlug: string;
  /** @example "Demo Company" */
  tenantName: string;
}
