import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { Badge } from '../../ui/badge';

/** A pulse survey as HR sees it. */
export type PulseSurvey = components['schemas']['PulseSurveyView'];

export const SURVEY_STATUSES = ['Draft', 'Open', 'Closed'] as const satisfies readonly PulseSurvey['status'][];
/** What a change of a survey may change elsewhere. */
export const SURVEY_PATHS = ['/api/pulse-surveys', '/api/my-dashboard', '/api/dashboards'];

const TONES = { Draft: 'plain', Open: 'info', Closed: 'good' } as const;

export function SurveyState({ status }: { status: PulseSurvey['status'] }): ReactNode {
  const t = useTranslations('surveyStatus');
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}
