/** Who may ask people without an account to evaluate. */
export enum GuestsAllowed {
  /** No one. */
  Off = 'Off',
  HR = 'HR',
  /** HR, and managers for their direct reports. */
  HRAndManagers = 'HRAndManagers',
}
