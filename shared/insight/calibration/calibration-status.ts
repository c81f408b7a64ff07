/** State of a calibration session. */
export enum CalibrationStatus {
  Draft = 'Draft',
  InProgress = 'InProgress',
  Applied = 'Applied',
  Cancelled = 'Cancelled',
}

/** The states in which entries may still change. */
export const OPEN_CALIBRATION: readonly CalibrationStatus[] = [CalibrationStatus.Draft, CalibrationStatus.InProgress];
