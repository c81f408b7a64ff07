import fc from 'fast-check';
import { assignPeers } from '../../worker/evaluation/peer-assignment.rules';
import {
  anyInput,
  asRoles,
  input,
  isAllowed,
  loadsAfter,
  peersOf,
  people,
  person,
  rank,
  role,
} from './peer-assignment.fixtures';

describe('balance', () => {
  test('one pool of any size: everyone evaluates the same number, give or take one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 80 }),
        fc.integer({ min: 1, max: 8 }),
        fc.string(),
        (size, maxPeers, seed) => {
          const given = input(people(size), { seed, settings: { minPeers: 0, maxPeers, preferSameDepartment: true } });
          const plan = assignPeers(given);
          const loads = [...loadsAfter(given, plan).values()];
          expect(plan.picks).toHaveLength(size * Math.min(maxPeers, size - 1));
          expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
        },
      ),
      { seed: 4, numRuns: 300 },
    );
  });

  test('three colleagues with one peer each form a ring, whatever the seed', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const plan = assignPeers(
        input(people(3), { seed: String(seed), settings: { minPeers: 1, maxPeers: 1, preferSameDepartment: true } }),
      );
      expect(plan.picks.map(({ evaluatorId }) => evaluatorId).sort()).toEqual(['e0', 'e1', 'e2']);
    }
  });

  test('subjects from one half, candidates from the other', () => {
    const [subjects, candidates] = [people(37), people(50).slice(37)];
    const given = input(candidates, { subjects });
    const loads = [...loadsAfter(given, assignPeers(given)).values()];
    expect([Math.min(...loads), Math.max(...loads)]).toEqual([11, 12]); // 148 picks over 13
  });

  test('teams of one department stay balanced with those outside their team', () => {
    const given = input(
      Array.from({ length: 60 }, (_, at) => person(`e${at}`, 'd', `m${Math.floor(at / 3)}`, `p${at % 5}`)),
    );
    const loads = [...loadsAfter(given, assignPeers(given)).values()];
    expect([Math.min(...loads), Math.max(...loads)]).toEqual([4, 4]);
  });

  test('who has evaluated much already gets less', () => {
    const existing = ['e1', 'e2', 'e3', 'e4', 'e5'].map((subject) => role(subject, 'e0'));
    const given = input(people(10), { existing });
    const plan = assignPeers(given);
    const loads = loadsAfter(given, plan);
    expect(plan.picks.filter(({ evaluatorId }) => evaluatorId === 'e0')).toEqual([]);
    loads.delete('e0');
    expect(Math.max(...loads.values()) - Math.min(...loads.values())).toBeLessThanOrEqual(1);
  });

  test('no pick is left that could move to an equal with two evaluations less', () => {
    let checked = 0;
    fc.assert(
      fc.property(anyInput, (given) => {
        const plan = assignPeers(given);
        const loads = loadsAfter(given, plan);
        const byId = new Map([...given.subjects, ...given.candidates].map((person) => [person.id, person]));
        for (const { subjectId, evaluatorId } of plan.picks) {
          const subject = byId.get(subjectId)!;
          const taken = peersOf(plan, subjectId);
          for (const other of given.candidates) {
            const equal = rank(given, subject, other) === rank(given, subject, byId.get(evaluatorId)!);
            if (!equal || taken.includes(other.id) || !isAllowed(given, subject, other)) continue;
            checked += 1;
            expect(loads.get(evaluatorId)! - loads.get(other.id)!).toBeLessThan(2);
          }
        }
      }),
      { seed: 5, numRuns: 200 },
    );
    expect(checked).toBeGreaterThan(1000);
  });
});

describe('seeded and repeatable', () => {
  test('the order of the input changes nothing', () => {
    fc.assert(
      fc.property(anyInput, fc.infiniteStream(fc.nat()), (given, random) => {
        const shuffled = <T>(rows: readonly T[]) =>
          rows
            .map((row) => ({ row, key: random.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ row }) => row);
        const again = {
          ...given,
          subjects: shuffled(given.subjects),
          candidates: shuffled(given.candidates),
          existing: shuffled(given.existing),
        };
        expect(assignPeers(again)).toEqual(assignPeers(given));
      }),
      { seed: 6, numRuns: 150 },
    );
  });

  test('a second run on top of the first adds nothing', () => {
    fc.assert(
      fc.property(anyInput, (given) => {
        const first = assignPeers(given);
        const second = assignPeers({ ...given, existing: [...given.existing, ...asRoles(first)] });
        expect(second).toEqual({ ...first, picks: [] });
      }),
      { seed: 7, numRuns: 150 },
    );
  });

  test('raising the maximum later only adds, and keeps the pool balanced', () => {
    const everybody = people(31);
    const first = assignPeers(input(everybody, { settings: { minPeers: 0, maxPeers: 2, preferSameDepartment: true } }));
    const given = input(everybody, { existing: asRoles(first) });
    const second = assignPeers(given);
    const loads = [...loadsAfter(given, second).values()];
    expect([first.picks.length, second.picks.length]).toEqual([62, 62]);
    expect([Math.min(...loads), Math.max(...loads)]).toEqual([4, 4]);
  });

  test('another seed makes another plan', () => {
    const plans = ['a', 'b', 'c'].map((seed) => JSON.stringify(assignPeers(input(people(30), { seed })).picks));
    expect(new Set(plans).size).toBe(3);
  });

  test.each([
    ['one department', (at: number) => person(`e${at}`)],
    ['a flat organization under one manager', (at: number) => person(`e${at}`, 'd', at === 0 ? null : 'e0', 'p')],
    ['departments of one', (at: number) => person(`e${at}`, `d${at}`, null, `p${at}`)],
  ])('10,000 people: %s', (_name, make) => {
    const given = input(Array.from({ length: 10_000 }, (_, at) => make(at)));
    const plan = assignPeers(given);
    expect([plan.maxPerEvaluator, plan.picks.length + plan.belowMinimum.length * 4]).toEqual([4, 40_000]);
  });
});
