import { actor } from '../kernel/context';
import { isHr, type Role } from '../kernel/permissions';

/** Who asks for rows. */
export interface Viewer {
  /** An HR role of the organization. */
  isHr: boolean;
  /** The employee behind the account, if any. */
  employeeId: string | null;
}

/** A viewer who is signed in. */
export interface SignedIn extends Viewer {
  userId: string;
  roles: readonly Role[];
}

/** A viewer, and who reports to them. */
export interface ReportingViewer extends Viewer {
  /** Employees who report to the viewer directly. */
  directReportIds: ReadonlySet<string>;
  /** Everyone below the viewer, the direct reports too. */
  reportIds: ReadonlySet<string>;
}

/** The user of the context; throws without one. */
export function signedIn(): SignedIn {
  const { userId, roles, employeeId } = actor();
  return { userId, roles, employeeId, isHr: isHr(roles) };
}
