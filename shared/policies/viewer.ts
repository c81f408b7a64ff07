import { actor } from '../kernel/context';
import { isHr, type Role } from '../kernel/permissions';

export interface Viewer {
  /** An HR role of the organization. */
  isHr: boolean;
  /** The employee of the account, if any. */
  employeeId: string | null;
}

export interface SignedIn extends Viewer {
  userId: string;
  roles: readonly Role[];
}

export interface ReportingViewer extends Viewer {
  /** Employees who report to the viewer directly. */
  directReportIds: ReadonlySet<string>;
  /** All subordinates, including direct reports. */
  reportIds: ReadonlySet<string>;
}

/** Returns the user of the context; throws without one. */
export function signedIn(): SignedIn {
  const { userId, roles, employeeId } = actor();
  return { userId, roles, employeeId, isHr: isHr(roles) };
}
