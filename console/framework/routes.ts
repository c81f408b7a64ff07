import type { PageRoute } from '../app/route';

/** The pages of this area; their texts are in `texts/`. */
export const routes: readonly PageRoute[] = [
  {
    path: '/competencies',
    title: 'competencies',
    permission: 'framework:manage',
    scope: 'organization',
    navigation: 'framework',
    load: () => import('./competencies/competencies.page').then((page) => page.CompetenciesPage),
  },
  {
    path: '/competencies/:id',
    title: 'competencies',
    permission: 'framework:manage',
    scope: 'organization',
    load: () => import('./competency/competency.page').then((page) => page.CompetencyPage),
  },
  {
    path: '/skill-frameworks',
    title: 'skillFrameworks',
    permission: 'skill-frameworks:manage',
    scope: 'any',
    navigation: 'framework',
    load: () => import('./skill-frameworks/skill-frameworks.page').then((page) => page.SkillFrameworksPage),
  },
  {
    path: '/skill-frameworks/:id',
    title: 'skillFrameworks',
    permission: 'skill-frameworks:manage',
    scope: 'any',
    load: () => import('./skill-framework/skill-framework.page').then((page) => page.SkillFrameworkPage),
  },
  {
    path: '/job-profiles',
    title: 'jobProfiles',
    permission: 'framework:manage',
    scope: 'organization',
    navigation: 'framework',
    load: () => import('./job-profiles/job-profiles.page').then((page) => page.JobProfilesPage),
  },
  {
    path: '/job-profiles/:id',
    title: 'jobProfiles',
    permission: 'framework:manage',
    scope: 'organization',
    load: () => import('./job-profile/job-profile.page').then((page) => page.JobProfilePage),
  },
  {
    path: '/templates',
    title: 'templates',
    permission: 'framework:manage',
    scope: 'organization',
    navigation: 'framework',
    load: () => import('./templates/templates.page').then((page) => page.TemplatesPage),
  },
  {
    path: '/templates/:id',
    title: 'templates',
    permission: 'framework:manage',
    scope: 'organization',
    load: () => import('./template/template.page').then((page) => page.TemplatePage),
  },
];
