import type { Employee } from './employee';

/** The states of an employee in the order of their choice. */
export const STATUSES = ['Active', 'OnLeave', 'Terminated'] as const satisfies readonly Employee['status'][];
