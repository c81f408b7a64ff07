import { ClipboardCheck, RefreshCw } from 'lucide-react';
import type { PageRoute } from '../app/route';

/** The pages of this area; their texts are in `texts/`. */
export const routes: readonly PageRoute[] = [
  {
    path: '/my-evaluations',
    title: 'myEvaluations',
    term: 'evaluatorType',
    permission: 'my-evaluations:use',
    scope: 'organization',
    navigation: 'mine',
    icon: ClipboardCheck,
    load: () => import('./my-evaluations/my-evaluations.page').then((page) => page.MyEvaluationsPage),
  },
  {
    path: '/my-evaluations/:id',
    title: 'myEvaluations',
    permission: 'my-evaluations:use',
    scope: 'organization',
    load: () => import('./my-evaluation/my-evaluation.page').then((page) => page.MyEvaluationPage),
  },
  {
    // Notifications lead there, and My evaluations while a cycle asks.
    path: '/my-nominations',
    title: 'myNominations',
    term: 'nomination',
    permission: 'nominations:use',
    scope: 'organization',
    listedAt: ['/my-evaluations'],
    load: () => import('./nominations/my-nominations.page').then((page) => page.MyNominationsPage),
  },
  {
    path: '/team-nominations',
    title: 'teamNominations',
    term: 'nomination',
    permission: 'nominations:use',
    scope: 'organization',
    listedAt: ['/team'],
    load: () => import('./nominations/team-nominations.page').then((page) => page.TeamNominationsPage),
  },
  {
    path: '/cycles',
    title: 'cycles',
    term: 'evaluationCycle',
    permission: 'cycles:manage',
    scope: 'organization',
    navigation: 'review',
    icon: RefreshCw,
    load: () => import('./cycles/cycles.page').then((page) => page.CyclesPage),
  },
  {
    path: '/cycles/:id',
    title: 'cycles',
    term: 'evaluationCycle',
    permission: 'cycles:manage',
    scope: 'organization',
    crumb: 'cycle',
    load: () => import('./cycle/cycle.page').then((page) => page.CyclePage),
  },
  {
    path: '/cycles/:id/participants',
    title: 'cycles',
    term: 'participant',
    permission: 'cycles:manage',
    scope: 'organization',
    load: () => import('./participants/participants.page').then((page) => page.ParticipantsPage),
  },
  {
    path: '/cycles/:id/nominations',
    title: 'cycles',
    term: 'nomination',
    permission: 'cycles:manage',
    scope: 'organization',
    load: () => import('./nominations/cycle-nominations.page').then((page) => page.CycleNominationsPage),
  },
];
