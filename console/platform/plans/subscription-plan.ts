import type { ReadResult } from '../../http/use-read';

export type SubscriptionPlan = ReadResult<'/api/plans/{id}'>;
