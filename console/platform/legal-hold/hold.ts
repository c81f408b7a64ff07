import type { components } from '../../../build/openapi/internal';

export type Hold = components['schemas']['LegalHoldView'];

export interface LegalHoldProps {
  employeeId: string;
  person: string;
  /** The hold in force. */
  hold: Hold | null;
}

/** What shows a hold. */
export const REFRESHES = ['/api/employees', '/api/privacy-requests'];
