/** Who needs two-factor authentication to sign in with a password. */
export enum TwoFactorPolicy {
  Optional = 'Optional',
  /** TenantAdmin and HRManager. */
  Admins = 'Admins',
  Everybody = 'Everybody',
}
