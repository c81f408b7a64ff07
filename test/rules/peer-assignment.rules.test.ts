import fc from 'fast-check';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import {
  assignPeers,
  describePeerReason,
  type PeerAssignmentInput,
} from '../../worker/evaluation/peer-assignment.rules';
import { type PeerPerson } from '../../worker/evaluation/peer-pools.rules';
import {
  anyInput,
  input,
  isAllowed,
  loadsAfter,
  peersOf,
  people,
  person,
  rank,
  role,
} from './peer-assignment.fixtures';

describe('who may be a peer', () => {
  const team = [
    person('boss', 'd', null),
    person('ann', 'd', 'boss'),
    person('bob', 'd', 'boss'),
    person('cat', 'd', 'ann'),
  ];

  test.each<[string, PeerAssignmentInput, string, string[]]>([
    ['not the subject, the manager or a direct report', input(team), 'ann', ['bob']],
    ['a manager has no direct report as a peer', input(team), 'boss', ['cat']],
    ['a report of a report may be one', input(team), 'cat', ['bob', 'boss']],
    [
      'nobody who has another role',
      input(team, { existing: [role('cat', 'bob', EvaluatorType.Stakeholder)] }),
      'cat',
      ['boss'],
    ],
    ['nobody who is a peer already', input(team, { existing: [role('cat', 'boss')] }), 'cat', ['bob']],
    ['nobody who is not Active', input(team, { candidates: team.filter(({ id }) => id !== 'bob') }), 'cat', ['boss']],
    ['a manager who is known from the evaluation alone', input([...people(2), person('x', 'd', 'e0')]), 'x', ['e1']],
  ])('%s', (_name, given, subject, peers) => {
    expect(peersOf(assignPeers(given), subject)).toEqual(peers);
  });
});

describe('ranking', () => {
  const subject = person('s', 'd', 'm', 'p');
  const best = (preferSameDepartment: boolean, ...candidates: PeerPerson[]) =>
    assignPeers({
      ...input(candidates),
      subjects: [subject],
      settings: { minPeers: 0, maxPeers: 1, preferSameDepartment },
    }).picks.map(({ evaluatorId }) => evaluatorId);

  test.each<[string, boolean, PeerPerson[], string]>([
    ['the department comes first', true, [person('a', 'x', 'm', 'p'), person('b', 'd', 'x', 'x')], 'b'],
    ['unless it is not preferred', false, [person('a', 'x', 'm', 'p'), person('b', 'd', 'x', 'x')], 'a'],
    ['then it counts nothing', false, [person('a', 'x', 'x', 'p'), person('b', 'd', 'x', 'x')], 'a'],
    ['the manager comes before the profile', true, [person('a', 'd', 'x', 'p'), person('b', 'd', 'm', 'x')], 'b'],
    ['the profile decides among equals', true, [person('a', 'd', 'm', 'x'), person('b', 'd', 'm', 'p')], 'b'],
    ['strangers are better than nobody', true, [person('a', 'x', 'x', 'x')], 'a'],
  ])('%s', (_name, prefer, candidates, expected) => {
    expect(best(prefer, ...candidates)).toEqual([expected]);
  });

  test('what is unknown is shared with no one', () => {
    const unknown = person('s', null, null, null);
    const candidates = [person('a', null, null, null), person('b', 'd', null, null)];
    const plan = assignPeers({ ...input(candidates), subjects: [unknown] });
    expect(plan.picks.map(({ reason }) => [reason.sameDepartment, reason.sameManager, reason.sameJobProfile])).toEqual([
      [false, false, false],
      [false, false, false],
    ]);
  });

  test('the least loaded of equals comes first, whatever the seed', () => {
    const candidates = [person('a'), person('b'), person('c')];
    const existing = [role('x', 'a'), role('x', 'b')];
    for (const seed of ['1', '2', '3', '4', '5']) {
      const plan = assignPeers({
        ...input(candidates, { existing, seed }),
        subjects: [person('s')],
        settings: { minPeers: 0, maxPeers: 1, preferSameDepartment: true },
      });
      expect(plan.picks).toEqual([
        {
          subjectId: 's',
          evaluatorId: 'c',
          reason: { sameDepartment: true, sameManager: false, sameJobProfile: false, load: 1 },
        },
      ]);
    }
  });

  test('no better ranked candidate is ever left out', () => {
    let compared = 0;
    fc.assert(
      fc.property(anyInput, (given) => {
        const plan = assignPeers(given);
        const byId = new Map(given.candidates.map((candidate) => [candidate.id, candidate]));
        for (const subject of given.subjects) {
          const picked = peersOf(plan, subject.id);
          const worst = Math.min(...picked.map((id) => rank(given, subject, byId.get(id)!)));
          for (const candidate of given.candidates) {
            if (picked.includes(candidate.id) || !isAllowed(given, subject, candidate) || picked.length === 0) continue;
            compared += 1;
            expect(rank(given, subject, candidate)).toBeLessThanOrEqual(worst);
          }
        }
      }),
      { seed: 2, numRuns: 150 },
    );
    expect(compared).toBeGreaterThan(1000);
  });
});

describe('numbers', () => {
  test('every plan is allowed, full and correctly reported', () => {
    let picks = 0;
    fc.assert(
      fc.property(anyInput, (given) => {
        const plan = assignPeers(given);
        picks += plan.picks.length;
        const byId = new Map(given.candidates.map((candidate) => [candidate.id, candidate]));
        const totals = new Map<string, number>();
        for (const subject of given.subjects) {
          const before = given.existing.filter(
            ({ subjectId, evaluatorType }) => subjectId === subject.id && evaluatorType === EvaluatorType.Peer,
          ).length;
          const added = peersOf(plan, subject.id);
          expect(new Set(added).size).toBe(added.length);
          for (const id of added) expect(isAllowed(given, subject, byId.get(id)!)).toBe(true);
          const possible = given.candidates.filter((candidate) => isAllowed(given, subject, candidate)).length;
          expect(added.length).toBe(Math.min(possible, Math.max(0, given.settings.maxPeers - before)));
          totals.set(subject.id, before + added.length);
        }
        const below = [...totals]
          .filter(([, assigned]) => assigned < given.settings.minPeers)
          .map(([subjectId, assigned]) => ({ subjectId, assigned }));
        expect(plan.belowMinimum).toEqual(below.sort((a, b) => (a.subjectId < b.subjectId ? -1 : 1)));
        const loads = loadsAfter(given, plan);
        expect(plan.maxPerEvaluator).toBe(Math.max(...loads.values()));
        for (const { evaluatorId, reason } of plan.picks) expect(reason.load).toBe(loads.get(evaluatorId));
      }),
      { seed: 3, numRuns: 200 },
    );
    expect(picks).toBeGreaterThan(1000);
  });

  test('existing peers fill places; more than enough are left alone', () => {
    const everybody = people(8);
    const existing = [
      ...['e1', 'e2', 'e3'].map((id) => role('e0', id)),
      ...['e2', 'e3', 'e4', 'e5', 'e6'].map((id) => role('e1', id)),
    ];
    const plan = assignPeers(input(everybody, { existing }));
    expect(peersOf(plan, 'e0')).toHaveLength(1);
    expect(peersOf(plan, 'e1')).toEqual([]);
  });

  test('no one at all', () => {
    expect(assignPeers(input([]))).toEqual({ picks: [], belowMinimum: [], maxPerEvaluator: 0 });
    expect(assignPeers(input(people(1)))).toEqual({
      picks: [],
      belowMinimum: [{ subjectId: 'e0', assigned: 0 }],
      maxPerEvaluator: 0,
    });
  });
});

describe('the reason of a pick', () => {
  test.each([
    [
      { sameDepartment: true, sameManager: true, sameJobProfile: true, load: 4 },
      'same department, manager, job profile; 4 peer evaluations in this cycle',
    ],
    [
      { sameDepartment: false, sameManager: false, sameJobProfile: true, load: 1 },
      'same job profile; 1 peer evaluation in this cycle',
    ],
    [
      { sameDepartment: false, sameManager: false, sameJobProfile: false, load: 2 },
      'no closer colleague available; 2 peer evaluations in this cycle',
    ],
  ])('%j', (reason, message) => {
    expect(describePeerReason(reason)).toBe(message);
  });
});

describe('no one gets more than the cycle allows', () => {
  test('a candidate without room is passed over, also when loads are balanced', () => {
    const everyone = people(5);
    const plan = assignPeers({ ...input(everyone), roomOf: (id) => (id === 'e0' ? 0 : id === 'e1' ? 1 : 10) });
    const loads = loadsAfter(input(everyone), plan);
    expect([loads.get('e0'), loads.get('e1')]).toEqual([0, 1]);
    expect(plan.belowMinimum.map(({ subjectId }) => subjectId)).toContain('e2');
  });

  test('whatever the room, no plan passes it, and room for all changes nothing', () => {
    fc.assert(
      fc.property(anyInput, fc.integer({ min: 0, max: 4 }), (given, room) => {
        const plan = assignPeers({ ...given, roomOf: () => room });
        const before = loadsAfter(given, { ...plan, picks: [] });
        for (const [id, load] of loadsAfter(given, plan))
          expect(load - (before.get(id) ?? 0)).toBeLessThanOrEqual(room);
        expect(assignPeers({ ...given, roomOf: () => 1_000 })).toEqual(assignPeers(given));
      }),
    );
  });
});
