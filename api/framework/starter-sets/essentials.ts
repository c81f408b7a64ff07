import type { Language } from '../../../shared/comms/notification-texts.rules';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import english from './essentials.en.json';
import spanish from './essentials.es.json';

/** The texts of the set in one language. */
export type StarterTexts = typeof english;

type CompetencyCode = keyof StarterTexts['competencies'];
type CategoryKey = keyof StarterTexts['categories'];
type TemplateKey = keyof StarterTexts['templates'];
type SurveyKey = keyof StarterTexts['surveys'];
type ProfileCode = keyof StarterTexts['profiles'];
type ItemKey = keyof StarterTexts['items'];

/** An evaluation template: one rated item for each competency, then free text, then what only the manager judges. */
export interface StarterTemplate {
  competencies: readonly CompetencyCode[];
  /** The evaluator types that answer its items; empty means all. */
  answeredBy: readonly EvaluatorType[];
  comments: readonly ItemKey[];
  potential: readonly ItemKey[];
}

/** Each text that the set has, in the languages of the service. */
export const ESSENTIALS_TEXTS: Record<Language, StarterTexts> = { en: english, es: spanish };

/** The competencies by category, in the order in which they are shown. */
export const ESSENTIALS_CATEGORIES: Record<CategoryKey, readonly CompetencyCode[]> = {
  delivery: ['CORE-PLANNING', 'CORE-OWNERSHIP', 'CORE-QUALITY', 'CORE-PROBLEM-SOLVING', 'CORE-DECISIONS'],
  collaboration: ['CORE-TEAMWORK', 'CORE-COMMUNICATION', 'CORE-LISTENING', 'CORE-CONFLICT', 'CORE-INCLUSION'],
  business: ['CORE-CUSTOMERS', 'CORE-BUSINESS', 'CORE-INFLUENCE', 'CORE-NETWORK'],
  growth: ['CORE-LEARNING', 'CORE-ADAPTABILITY', 'CORE-IMPROVEMENT', 'CORE-KNOWLEDGE', 'CORE-DATA'],
  leadership: ['CORE-DIRECTION', 'CORE-DELEGATION', 'CORE-COACHING', 'CORE-TRUST', 'CORE-CHANGE'],
};

export const ESSENTIALS_TEMPLATES: Record<TemplateKey, StarterTemplate> = {
  'review-360': {
    competencies: [
      'CORE-PLANNING',
      'CORE-OWNERSHIP',
      'CORE-PROBLEM-SOLVING',
      'CORE-TEAMWORK',
      'CORE-COMMUNICATION',
      'CORE-LISTENING',
      'CORE-INCLUSION',
      'CORE-CUSTOMERS',
      'CORE-LEARNING',
      'CORE-ADAPTABILITY',
      'CORE-IMPROVEMENT',
    ],
    answeredBy: [],
    comments: ['keep', 'change'],
    potential: ['potential', 'potential-learning'],
  },
  'leadership-360': {
    competencies: [
      'CORE-DECISIONS',
      'CORE-COMMUNICATION',
      'CORE-INCLUSION',
      'CORE-BUSINESS',
      'CORE-INFLUENCE',
      'CORE-DIRECTION',
      'CORE-DELEGATION',
      'CORE-COACHING',
      'CORE-TRUST',
      'CORE-CHANGE',
    ],
    answeredBy: [],
    comments: ['leader-keep', 'leader-change'],
    potential: ['potential', 'potential-learning'],
  },
  upward: {
    competencies: [
      'CORE-COMMUNICATION',
      'CORE-LISTENING',
      'CORE-INCLUSION',
      'CORE-DIRECTION',
      'CORE-DELEGATION',
      'CORE-COACHING',
      'CORE-TRUST',
      'CORE-CHANGE',
    ],
    answeredBy: [EvaluatorType.Self, EvaluatorType.DirectReport],
    comments: ['leader-keep', 'leader-change'],
    potential: [],
  },
  'self-manager': {
    competencies: [
      'CORE-PLANNING',
      'CORE-OWNERSHIP',
      'CORE-QUALITY',
      'CORE-PROBLEM-SOLVING',
      'CORE-TEAMWORK',
      'CORE-COMMUNICATION',
      'CORE-CUSTOMERS',
      'CORE-LEARNING',
    ],
    answeredBy: [EvaluatorType.Self, EvaluatorType.Manager],
    comments: ['results', 'next'],
    potential: ['potential', 'potential-learning'],
  },
};

/** Whether the first question of a survey asks for a recommendation (0 to 10). The last one is always free text, the others are rated. */
export const ESSENTIALS_SURVEYS: Record<SurveyKey, { asksRecommendation: boolean }> = {
  engagement: { asksRecommendation: true },
  wellbeing: { asksRecommendation: false },
  'first-months': { asksRecommendation: true },
};

/** The levels that a job profile requires; those of `critical` matter most. */
export const ESSENTIALS_PROFILES: Record<
  ProfileCode,
  { requires: Partial<Record<CompetencyCode, number>>; critical: readonly CompetencyCode[] }
> = {
  'CORE-SPECIALIST': {
    requires: {
      'CORE-PLANNING': 3,
      'CORE-OWNERSHIP': 3,
      'CORE-QUALITY': 3,
      'CORE-PROBLEM-SOLVING': 3,
      'CORE-TEAMWORK': 3,
      'CORE-COMMUNICATION': 3,
      'CORE-LEARNING': 3,
      'CORE-DATA': 3,
    },
    critical: ['CORE-QUALITY'],
  },
  'CORE-SENIOR-SPECIALIST': {
    requires: {
      'CORE-PLANNING': 3,
      'CORE-OWNERSHIP': 4,
      'CORE-QUALITY': 4,
      'CORE-PROBLEM-SOLVING': 4,
      'CORE-DECISIONS': 3,
      'CORE-COMMUNICATION': 4,
      'CORE-IMPROVEMENT': 4,
      'CORE-KNOWLEDGE': 4,
    },
    critical: ['CORE-PROBLEM-SOLVING', 'CORE-KNOWLEDGE'],
  },
  'CORE-CUSTOMER-ADVISOR': {
    requires: {
      'CORE-OWNERSHIP': 3,
      'CORE-PROBLEM-SOLVING': 3,
      'CORE-COMMUNICATION': 4,
      'CORE-LISTENING': 4,
      'CORE-CUSTOMERS': 4,
      'CORE-INFLUENCE': 3,
      'CORE-NETWORK': 3,
      'CORE-ADAPTABILITY': 3,
    },
    critical: ['CORE-CUSTOMERS', 'CORE-LISTENING'],
  },
  'CORE-PROJECT-MANAGER': {
    requires: {
      'CORE-PLANNING': 4,
      'CORE-OWNERSHIP': 4,
      'CORE-DECISIONS': 3,
      'CORE-COMMUNICATION': 4,
      'CORE-CONFLICT': 4,
      'CORE-BUSINESS': 3,
      'CORE-INFLUENCE': 4,
      'CORE-ADAPTABILITY': 4,
    },
    critical: ['CORE-PLANNING', 'CORE-INFLUENCE'],
  },
  'CORE-TEAM-LEAD': {
    requires: {
      'CORE-DECISIONS': 3,
      'CORE-COMMUNICATION': 4,
      'CORE-LISTENING': 4,
      'CORE-CONFLICT': 3,
      'CORE-DIRECTION': 3,
      'CORE-DELEGATION': 3,
      'CORE-COACHING': 3,
      'CORE-TRUST': 4,
    },
    critical: ['CORE-COACHING', 'CORE-TRUST'],
  },
  'CORE-DEPARTMENT-MANAGER': {
    requires: {
      'CORE-DECISIONS': 4,
      'CORE-COMMUNICATION': 4,
      'CORE-BUSINESS': 4,
      'CORE-INFLUENCE': 4,
      'CORE-DIRECTION': 4,
      'CORE-DELEGATION': 4,
      'CORE-COACHING': 4,
      'CORE-TRUST': 4,
      'CORE-CHANGE': 4,
    },
    critical: ['CORE-DIRECTION', 'CORE-TRUST', 'CORE-CHANGE'],
  },
};
