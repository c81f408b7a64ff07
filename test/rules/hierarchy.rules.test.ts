import { buildTree, type TreeNode, wouldCreateLoop } from '../../shared/people/hierarchy.rules';

describe('manager chains and department trees have no cycles', () => {
  const parentOf = new Map<string, string | null>([
    ['root', null],
    ['a', 'root'],
    ['b', 'a'],
    ['c', 'b'],
    ['x', 'y'],
    ['y', 'x'],
    ['orphan', 'deleted'],
  ]);

  test.each<[string, string, string | null, boolean]>([
    ['its own parent', 'a', 'a', true],
    ['its child', 'a', 'b', true],
    ['its grandchild', 'a', 'c', true],
    ['nobody', 'a', null, false],
    ['its parent again', 'b', 'a', false],
    ['someone above', 'c', 'root', false],
    ['a new one at the end', 'new', 'c', false],
    ['someone whose parent is gone', 'a', 'orphan', false],
    ['a parent that is not known', 'a', 'elsewhere', false],
    ['a parent inside a loop', 'a', 'x', true],
  ])('%s', (_name, id, parent, cycle) => {
    expect(wouldCreateLoop(parentOf, id, parent)).toBe(cycle);
  });
});

describe('department tree', () => {
  interface Row {
    id: string;
    parentId: string | null;
  }
  const rows = (text: string): Row[] => text.split(' ').map((pair) => ({ id: pair[0]!, parentId: pair[1] ?? null }));
  const draw = (nodes: TreeNode<Row>[]): string =>
    nodes.map(({ row, children }) => row.id + (children.length > 0 ? `(${draw(children)})` : '')).join(' ');

  test.each([
    ['children under parents, in the order given', 'a ba ca db', 'a(b(d) c)'],
    ['children before their parents', 'db ca ba a', 'a(c b(d))'],
    ['several roots', 'b a ca', 'b a(c)'],
    ['a missing parent makes a root', 'a bx cb', 'a b(c)'],
    ['its own parent', 'aa ba', 'a(b)'],
    ['a loop is cut once', 'ab bc ca da', 'a(c(b) d)'],
    ['a tail that leads into a loop', 'da ab ba', 'a(d b)'],
    ['two loops', 'ab ba cd dc', 'a(b) c(d)'],
  ])('%s', (_name, given, drawn) => {
    expect(draw(buildTree(rows(given), new Map()))).toBe(drawn);
  });

  test('counts of employees, own and with those below', () => {
    const tree = buildTree(
      rows('a ba cb da'),
      new Map([
        ['a', 1],
        ['b', 2],
        ['c', 4],
        ['gone', 9],
      ]),
    );
    const counts: [string, number, number][] = [];
    const visit = ({ row, employeeCount, totalEmployeeCount, children }: TreeNode<Row>) => {
      counts.push([row.id, employeeCount, totalEmployeeCount]);
      children.forEach(visit);
    };
    tree.forEach(visit);
    expect(counts).toEqual([
      ['a', 1, 7],
      ['b', 2, 6],
      ['c', 4, 4],
      ['d', 0, 0],
    ]);
  });

  test('a chain of 100,000 departments', () => {
    const chain = Array.from({ length: 100_000 }, (_, at) => ({
      id: `d${at}`,
      parentId: at === 0 ? null : `d${at - 1}`,
    }));
    const [root, ...others] = buildTree(chain, new Map(chain.map(({ id }) => [id, 1])));
    expect([root?.totalEmployeeCount, others.length]).toEqual([100_000, 0]);
  });

  test('nothing', () => {
    expect(buildTree([], new Map())).toEqual([]);
  });
});
