import ts from 'typescript';
import { expectOnly } from './exceptions';
import { nodesOf, sourceFiles } from './source-tree';

// A reopened cycle shows no gaps. Its row still names the last gap run, so readers ask `shownGaps` for it.

test('the gap run of a cycle is read through shownGaps', () => {
  const reads = sourceFiles('api', 'worker', 'shared').flatMap(({ path, syntax }) =>
    nodesOf(syntax)
      .filter((node) => ts.isPropertyAccessExpression(node) && /^(cycle|before|row)\??\.gaps$/.test(node.getText()))
      .map(() => path.replace(/\.ts$/, '')),
  );
  expectOnly(reads, {
    'shared/evaluation/cycles/cycle.store': 'shownGaps itself',
    'shared/insight/gaps/gap-runs.store': 'replaces the run, whether readers see it or not',
    'api/public-v1/datasets/dataset-gaps.queries': 'tells those who keep a copy which rows are gone',
    'api/public-v1/datasets/dataset-nine-box.queries': 'tells those who keep a copy which rows are gone',
  });
});
