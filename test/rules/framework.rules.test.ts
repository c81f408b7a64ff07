import { validateRequirements } from '../../api/framework/job-profile.rules';
import { levelOfScore, validateLevels, orderedLevels } from '../../shared/framework/level.rules';
import { matchSkills, validateSkills } from '../../shared/framework/skill.rules';

describe('requirements of a job profile', () => {
  const competency = (id: string, competencyId: string) => ({ id, competencyId, skillId: null });
  const skill = (id: string, skillId: string) => ({ id, competencyId: null, skillId });

  test.each([
    ['none', [], []],
    ['a competency and a skill', [competency('1', 'c'), skill('2', 's')], []],
    ['neither', [{ id: '1', competencyId: null, skillId: null }], ['requirements[0].competencyId']],
    ['both', [{ id: '1', competencyId: 'c', skillId: 's' }], ['requirements[0].skillId']],
    [
      'a competency twice',
      [competency('1', 'c'), skill('2', 's'), competency('3', 'c')],
      ['requirements[2].competencyId'],
    ],
    ['a skill twice', [skill('1', 's'), skill('2', 's')], ['requirements[1].skillId']],
    ['an id twice', [competency('1', 'c'), competency('1', 'd')], ['requirements[1].id']],
  ])('%s', (_name, requirements, fields) => {
    expect(validateRequirements(requirements).map(({ field }) => field)).toEqual(fields);
  });
});

test('levels are told apart by their number and are in its order', () => {
  const levels = [{ level: 3 }, { level: 1 }, { level: 3 }];
  expect(validateLevels(levels, 'skills[4].levels').map(({ field }) => field)).toEqual(['skills[4].levels[2].level']);
  expect(orderedLevels(levels).map(({ level }) => level)).toEqual([1, 3, 3]);
});

describe('a score of any scale as a level from 1 to 5', () => {
  test.each([
    [0, 10, 0, 1],
    [0, 10, 5, 3],
    [0, 10, 7.5, 4],
    [0, 10, 10, 5],
    [1, 4, 1, 1],
    [1, 4, 2.5, 3],
    [1, 4, 4, 5],
    [1, 10, 5.5, 3],
    [0, 100, 62.5, 3.5],
    [0, 1, 1, 5],
  ])('%d..%d: %d is %d', (min, max, score, level) => {
    expect(levelOfScore(score, { min, max })).toBeCloseTo(level, 12);
  });

  test('scores from 1 to 5 are levels as they are, to the last bit', () => {
    for (const score of [1, 1.1, 13 / 3, 3.3999999999999995, 4.9, 5])
      expect(levelOfScore(score, { min: 1, max: 5 })).toBe(score);
  });
});

describe('skills of a framework', () => {
  const skill = (id: string | null, code: string | null, name: string) => ({ id, code, name });
  const stored = [
    { id: 'a', code: 'A', name: 'Alpha' },
    { id: 'b', code: null, name: 'Beta' },
    { id: 'c', code: 'C', name: 'Gamma' },
  ];

  test.each([
    ['by id, whatever the rest says', [skill('c', 'A', 'Beta')], ['c']],
    ['by code, in any case', [skill(null, ' a ', 'Renamed')], ['a']],
    ['by name where there is no code', [skill(null, null, 'BETA')], ['b']],
    ['a new code is a new skill', [skill(null, 'Z', 'Alpha')], [null]],
    ['an id of its own is a new skill', [skill('z', 'A', 'Alpha')], [null]],
    ['each stored one is meant once', [skill(null, 'A', 'One'), skill(null, null, 'Alpha')], ['a', null]],
    ['an id goes before a code further up', [skill(null, 'A', 'One'), skill('a', null, 'Two')], [null, 'a']],
    ['a code goes before a name further up', [skill(null, null, 'Alpha'), skill(null, 'A', 'One')], [null, 'a']],
  ])('is the stored one: %s', (_name, given, expected) => {
    expect(matchSkills(given, stored)).toEqual(expected);
  });

  test('ids and codes are used once; several skills may lack them', () => {
    const skills = [skill(null, null, 'X'), skill(null, null, 'X'), skill('1', 'A', 'Y'), skill('1', 'a', 'Z')];
    expect(validateSkills(skills).map(({ field }) => field)).toEqual(['skills[3].id', 'skills[3].code']);
  });
});
