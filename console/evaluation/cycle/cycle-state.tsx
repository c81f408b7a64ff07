import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { Badge } from '../../ui/badge';

export type Cycle = components['schemas']['CycleView'];

const TONES = { Draft: 'plain', Open: 'good', InProgress: 'good', Closed: 'info', Archived: 'plain' } as const;

export function CycleState({ status }: Pick<Cycle, 'status'>): ReactNode {
  return <Badge tone={TONES[status]}>{useTranslations('cycleStatus')(status)}</Badge>;
}

/** Whether evaluators can answer now. */
export function isOpen({ status }: Pick<Cycle, 'status'>): boolean {
  return status === 'Open' || status === 'InProgress';
}

/** Whether it is over: it takes no evaluators and no answers any more. */
export function isOver({ status }: Pick<Cycle, 'status'>): boolean {
  return status === 'Closed' || status === 'Archived';
}
