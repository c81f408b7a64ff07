import { type DemoCompany, LARGE_COMPANY } from './company';
import { COLLABORATION } from './competencies/collaboration';
import { type DemoCompetency, LEVEL_LABELS } from './competencies/competency';
import { CUSTOMER } from './competencies/customer';
import { DELIVERY } from './competencies/delivery';
import { LEADERSHIP } from './competencies/leadership';
import { TECHNICAL } from './competencies/technical';
import { type DemoDepartment } from './departments';
import { DEMO_PROFILES, type ProfileCore } from './job-profiles';
import { seededRandom } from './seeded-random';
import { DEMO_TEMPLATE, type DemoTemplate } from './template';

export interface DemoCategory {
  name: string;
  description: string;
  order: number;
  competencies: readonly DemoCompetency[];
}

/** A job profile; competencies are named by code. */
export interface DemoProfile {
  code: string;
  name: string;
  description: string;
  departmentCode: string | null;
  requirements: ReadonlyArray<{ competencyCode: string; requiredLevel: number; isCritical: boolean }>;
}

/** Everything of the demo company that is not a person. */
export interface DemoFramework {
  categories: readonly DemoCategory[];
  departments: readonly DemoDepartment[];
  profiles: readonly DemoProfile[];
  template: DemoTemplate;
}

/** What the server called the things that were created: code (or name, for categories) -> id. */
export type IdByCode = ReadonlyMap<string, string>;

/** The five categories with their 24 competencies. */
export const DEMO_CATEGORIES: readonly DemoCategory[] = [
  { name: 'Leadership', description: 'Giving direction and growing people.', order: 1, competencies: LEADERSHIP },
  { name: 'Delivery', description: 'Getting the right things done, well.', order: 2, competencies: DELIVERY },
  { name: 'Technical know-how', description: 'Knowing the craft and its tools.', order: 3, competencies: TECHNICAL },
  { name: 'Customer and business', description: 'Creating value for those who pay.', order: 4, competencies: CUSTOMER },
  { name: 'Collaboration', description: 'Achieving more together.', order: 5, competencies: COLLABORATION },
];

/**
 * The framework of a demo company, with the profiles that are at home in its departments; the seed decides which optional
 * competencies a profile requires (8 to 12 in all).
 */
export function demoFramework(seed: number, { departments }: DemoCompany = LARGE_COMPANY): DemoFramework {
  const codes = new Set<string | null>(departments.map(({ code }) => code));
  const profiles = DEMO_PROFILES.filter(({ departmentCode }) => departmentCode === null || codes.has(departmentCode));
  return {
    categories: DEMO_CATEGORIES,
    departments,
    profiles: profiles.map((core) => demoProfile(seed, core)),
    template: DEMO_TEMPLATE,
  };
}

function demoProfile(seed: number, { core, critical, optional, ...profile }: ProfileCore): DemoProfile {
  const random = seededRandom(seed, 'profile', profile.code);
  const extras = Object.entries(optional).filter(() => random.chance(0.6));
  return {
    ...profile,
    requirements: [...Object.entries(core), ...extras].map(([competencyCode, requiredLevel]) => ({
      competencyCode,
      requiredLevel,
      isCritical: critical.includes(competencyCode),
    })),
  };
}

/** Body of POST /api/competency-categories. */
export function toCategoryBody({ name, description, order }: DemoCategory) {
  return { name, description, order };
}

/** Body of POST /api/competencies. */
export function toCompetencyBody({ code, name, description, descriptors }: DemoCompetency, categoryId: string) {
  const levels = descriptors.map((descriptor, index) => ({ level: index + 1, label: LEVEL_LABELS[index], descriptor }));
  return { code, name, description, categoryId, levels };
}

/** Body of POST /api/departments; parents come first in the list, so their ids are known. */
export function toDepartmentBody({ code, name, parentCode }: DemoDepartment, idByCode: IdByCode) {
  return { code, name, parentId: parentCode === null ? null : idOf(idByCode, parentCode) };
}

/** Body of POST /api/job-profiles. */
export function toJobProfileBody(
  { departmentCode, requirements, ...profile }: DemoProfile,
  ids: { departments: IdByCode; competencies: IdByCode },
) {
  return {
    ...profile,
    departmentId: departmentCode === null ? null : idOf(ids.departments, departmentCode),
    requirements: requirements.map(({ competencyCode, ...requirement }) => ({
      competencyId: idOf(ids.competencies, competencyCode),
      ...requirement,
    })),
  };
}

/** Body of POST /api/evaluation-templates. */
export function toTemplateBody({ sections, ...template }: DemoTemplate, competencies: IdByCode) {
  return {
    ...template,
    sections: sections.map(({ title, items }) => ({
      title,
      items: items.map(({ competencyCode, ...item }) => ({
        ...item,
        competencyId: competencyCode === null ? null : idOf(competencies, competencyCode),
      })),
    })),
  };
}

function idOf(ids: IdByCode, code: string): string {
  const id = ids.get(code);
  if (id === undefined) throw new Error(`${code} has not been created yet`);
  return id;
}
