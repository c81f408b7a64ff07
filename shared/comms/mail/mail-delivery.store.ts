import { pickRows } from '../../db/pick';
import { type DeliveryStatus, MailDeliveryModel } from './mail-delivery.model';

type Counts = Record<DeliveryStatus, number>;

/** Returns how many emails of each of these mailings have each status; one query. */
export async function deliveryCounts(triggerIds: readonly string[]): Promise<(triggerId: string) => Counts> {
  const groups = await MailDeliveryModel.aggregate<{ _id: { of: string; status: DeliveryStatus }; count: number }>([
    { $match: { triggerId: { $in: [...triggerIds] } } },
    { $group: { _id: { of: '$triggerId', status: '$status' }, count: { $sum: 1 } } },
  ]);
  return (triggerId) => {
    const counts: Counts = { Pending: 0, Sent: 0, Failed: 0, Skipped: 0 };
    for (const { _id, count } of groups) if (_id.of === triggerId) counts[_id.status] = count;
    return counts;
  };
}

/** Returns the employees to whom a mailing was planned, and when the last of its emails was. */
export async function deliveredEmployees(
  triggerId: string,
): Promise<{ employeeIds: ReadonlySet<string>; lastAt: Date | null }> {
  const rows = await pickRows(MailDeliveryModel.find({ triggerId }), 'employeeId', 'createdAt');
  const times = rows.map(({ createdAt }) => createdAt.getTime());
  return {
    employeeIds: new Set(rows.map(({ employeeId }) => employeeId)),
    lastAt: times.length > 0 ? new Date(times.reduce((a, b) => Math.max(a, b))) : null,
  };
}
