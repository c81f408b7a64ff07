/** The tone of the badge of each state of an organization. */
export const STATUS_TONES = { Trial: 'info', Active: 'good', Suspended: 'warn', Cancelled: 'plain' } as const;
