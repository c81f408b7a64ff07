import type { Language } from '../../../shared/comms/notification-texts.rules';
import type { Id } from '../../http/types';
import type { LocaleTag } from '../../platform/tenants/tenants.dto';

/** What a starter set consists of. */
export enum StarterPart {
  Competencies = 'competencies',
  Templates = 'templates',
  Surveys = 'surveys',
  Profiles = 'profiles',
}

/** One competency, template, survey or job profile of a starter set. */
export interface StarterItem {
  /** @example "CORE-PLANNING" */
  key: string;
  /** @example "Planning and organization" */
  name: string;
  description: string;
  /** The category of a competency; otherwise null. */
  category: string | null;
  /** The texts that it brings: levels, statements, questions or required levels. */
  texts: string[];
  /** Whether your organization has it. */
  isAdopted: boolean;
}

export interface StarterPartView {
  part: StarterPart;
  items: StarterItem[];
}

/** Competencies, templates, survey questions and job profiles to begin with. */
export interface StarterSetView {
  /** @example "essentials" */
  key: string;
  /** @example "Essentials" */
  name: string;
  description: string;
  /** The language of the texts. */
  locale: Language;
  parts: StarterPartView[];
}

export interface AdoptStarterSet {
  /** The language of the texts: English or Spanish, such as `es` or `en-GB`. */
  locale: LocaleTag;
  /**
   * All parts when omitted. Templates and profiles bring the competencies that they need.
   * @minItems 1 must name at least one
   */
  parts?: StarterPart[];
}

/** A row that was made. */
export interface AdoptedRow {
  id: Id;
  name: string;
}

/** What was made; what your organization had already is not listed. */
export interface AdoptedStarterSet {
  key: string;
  locale: Language;
  categories: AdoptedRow[];
  competencies: AdoptedRow[];
  templates: AdoptedRow[];
  surveys: AdoptedRow[];
  profiles: AdoptedRow[];
}
