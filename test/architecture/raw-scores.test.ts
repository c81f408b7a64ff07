import { expectOnly } from './exceptions';
import { sourceFiles } from './source-tree';

// `visibleFigures` decides what a subject or manager sees, and everything else is computed from it. Whoever reads what evaluators gave says
// why.

const product = sourceFiles('api', 'worker', 'shared');
const named = ({ path }: { path: string }): string => path.replace(/\.ts$/, '');

test('who reads evaluations of evaluators, and why', () => {
  const readers = product.filter(({ imports }) => imports.some(({ values }) => values.includes('ParticipantModel')));
  expectOnly(readers.map(named), {
    'api/insight/cycle-progress.queries': 'counts by days, without answers, for HR',
    'api/evaluation/evaluator-changes.service': 'changes who evaluates, for HR',
    'api/evaluation/guests/guest-forms.service': 'notes that a guest declines',
    'api/evaluation/guests/guests.queries': 'how far guests are, without answers, for HR',
    'api/evaluation/my-evaluations.queries': 'shows evaluators their own answers',
    'api/evaluation/my-evaluations.service': 'saves what an evaluator answers',
    'api/evaluation/nominations/candidates.queries': 'who has a role already, without answers',
    'api/evaluation/nominations/nomination-changes.service': 'makes the rows',
    'api/evaluation/participants-bulk.service': 'who of several can be reminded, without answers, for HR',
    'api/evaluation/participant-order.queries': 'orders evaluators by ids alone, for HR',
    'api/evaluation/participants.queries': 'lists evaluators without answers, for HR',
    'api/evaluation/peer-assignments.queries': 'lists evaluators without answers, for HR',
    'api/evaluation/peer-assignments.service': 'changes who evaluates, for HR',
    'api/evaluation/submissions.service': 'submits what an evaluator answers',
    'api/growth/dashboards/manager-dashboard.queries': 'counts, without answers',
    'api/growth/dashboards/my-dashboard.queries': 'what the user is asked to answer',
    'api/insight/evaluation-results.service': 'gives an evaluation back, for HR',
    'api/insight/my-results.queries': 'passes them to subjectResult with the limits of the viewer',
    'api/insight/raters.queries': 'figures of evaluators, for HR',
    'api/public-v1/datasets/dataset-competency-scores.queries': 'reads as HR, with a minimum of its own',
    'shared/evaluation/cycles/added-evaluators.store': 'who became an evaluator and when, without answers',
    'shared/evaluation/cycles/cycle-mail-recipients.store': 'who is reminded, without answers',
    'shared/evaluation/disclosure/published-results.store': 'stores what is published of them',
    'shared/evaluation/participants/withdrawal.store': 'who takes part, without answers',
    'worker/evaluation/remove-subjects': 'who has answered, without the answers, of a Draft cycle',
    'worker/evaluation/figure-check.store': 'compares stored figures, which HR reads',
    'shared/evaluation/guests/guests.store': 'who takes part, without answers',
    'shared/privacy/guest-erasure.store': 'deletes drafts',
    'worker/evaluation/import-guests.job': 'who has a role already, without answers',
    'worker/evaluation/invite-guests.job': 'whom guests are asked about, without answers',
    'api/evaluation/nominations/nominated-guests.service': 'who evaluates already, without answers',
    'shared/evaluation/nominations/evaluator-loads.store': 'counts, without answers',
    'shared/evaluation/participants/presence.store': 'who takes part, without answers',
    'shared/evaluation/subject-tally.store': 'stores figures, which HR reads',
    'shared/insight/gaps/gap-levels.store': 'levels: for viewers who are not HR by visibleFigures',
    'api/insight/statistics/cycle-statistics.store': 'statistics of a cycle, which HR reads',
    'shared/insight/subject-result.store': 'passes them to subjectResult with the limits of the viewer',
    'api/insight/team-results.store': 'passes them to subjectResult with the limits of the viewer',
    'worker/insight/subject-reports': 'passes them to subjectResult with the limits of the viewer',
    'worker/privacy/access/access-data.store': 'what the person wrote, and the answers of Self and Manager',
    'shared/privacy/received-comments.store': 'the answers of Self and Manager, for access files',
    'shared/privacy/retention.store': 'deletes answers',
    'worker/evaluation/cycle-people': 'who is assigned, without answers',
    'worker/evaluation/generate.job': 'makes the rows',
    'worker/evaluation/managers-of-cycle': 'replaces managers, without answers',
    'worker/evaluation/participant-rows': 'makes the rows',
    'worker/evaluation/refresh-draft': 'takes the facts of the day before anyone answers',
    'worker/insight/recalculate-gaps.job': 'gaps, which HR reads',
  });
});

test('results are formed with the limits of the viewer; null, which shows all, is chosen by the right to see all', () => {
  const formers = product.filter(({ imports }) => imports.some(({ values }) => values.includes('subjectResult')));
  expect(formers.length).toBeGreaterThan(3);
  const unlimited = formers.filter(
    ({ imports, syntax }) =>
      !imports.some(({ values }) => values.includes('viewerLimits') || values.includes('accessLimits')) ||
      /subjectResult\([^)]*null\)/.test(syntax.text),
  );
  expectOnly(unlimited.map(named), {
    'api/insight/withheld-comments.service': 'finds a comment by the id that HR reads; the route is for HR alone',
  });
});

/** Who imports any of these functions. */
const importersOf = (...names: string[]): string[] =>
  product
    .filter(({ imports }) => imports.some(({ values }) => values.some((value) => names.includes(value))))
    .map(named);

test('figures of guarded groups are formed in one place', () => {
  expectOnly(importersOf('visibleFigures', 'groupFigures', 'nextPublishing'), {
    'shared/evaluation/disclosure/visible-figures.rules': 'the place itself',
    'shared/evaluation/disclosure/published-results.store': 'stores what is published',
    'shared/evaluation/disclosure/published-answers.store': 'stores the means of groups whose answers are deleted',
    'shared/insight/gaps/shown-levels.store': 'asks for levels',
    'shared/insight/subject-result.rules': 'asks for results',
  });
});

test('raw ratings of evaluators are turned into figures by few', () => {
  expectOnly(importersOf('meansOf', 'explainItems', 'itemScores', 'typeMeans', 'SubjectLevels', 'managerPotential'), {
    'shared/evaluation/disclosure/visible-figures.rules': 'of Self and Manager alone',
    'shared/insight/subject-result.rules': 'for HR, where nothing limits the viewer',
    'api/public-v1/datasets/competency-scores.rules': 'leaves out the types below the minimum',
    'shared/insight/gaps/gap-levels.store': 'for HR; viewers get those of shown-levels',
    'worker/insight/recalculate-gaps.job': 'gaps, which HR reads',
  });
});

test('what viewers are shown is stored by closing, publishing and release, and never by a read', () => {
  expectOnly(importersOf('storePublishedResults', 'PublishedResultsModel'), {
    'api/insight/results-release.service': 'a release',
    'shared/evaluation/disclosure/published-results.store': 'the place itself',
    'shared/evaluation/disclosure/published-answers.store': 'stores comments before a change, deletes for retention',
    'worker/evaluation/publish-missing-results': 'what an older version left to the first view',
    'worker/evaluation/publish-results.job': 'the job of closing and publishing',
  });
});
