import {
  type CycleSchedule,
  DEFAULT_CYCLE_SETTINGS,
  validateCycle,
} from '../../shared/evaluation/cycles/cycle-settings.rules';
import { DEFAULT_WEIGHTS } from '../../shared/framework/evaluator-type';

const settings = DEFAULT_CYCLE_SETTINGS;
const cycle = (changes: Partial<CycleSchedule>) => ({
  startDate: '2026-11-01',
  endDate: '2026-11-30',
  settings,
  ...changes,
});
const weights = (changes: Partial<typeof DEFAULT_WEIGHTS>) => ({
  settings: { ...settings, weights: { ...DEFAULT_WEIGHTS, ...changes } },
});
const noWeight = { Self: 0, Manager: 0, Peer: 0, DirectReport: 0, Stakeholder: 0 };

describe('settings of a cycle', () => {
  test.each<[string, Partial<CycleSchedule>, string[]]>([
    ['the defaults', {}, []],
    ['percentages as weights', weights({ Self: 20, Manager: 50, Peer: 20, DirectReport: 5, Stakeholder: 5 }), []],
    ['one weight only', weights({ ...noWeight, Manager: 1 }), []],
    ['no weight at all', weights(noWeight), ['settings.weights']],
    ['a negative weight', weights({ Peer: -0.1 }), ['settings.weights.Peer']],
    [
      'weights that are no numbers',
      weights({ Self: NaN, Manager: Infinity }),
      ['settings.weights.Self', 'settings.weights.Manager'],
    ],
    ['a weight too large to rescale', weights({ Peer: 1001 }), ['settings.weights.Peer']],
    ['no peers wanted', { settings: { ...settings, minPeers: 0, maxPeers: 0 } }, []],
    ['as many as allowed', { settings: { ...settings, minPeers: 50, maxPeers: 50 } }, []],
    ['minPeers above maxPeers', { settings: { ...settings, minPeers: 5, maxPeers: 4 } }, ['settings.maxPeers']],
    ['half a peer', { settings: { ...settings, minPeers: 1.5 } }, ['settings.minPeers']],
    ['fewer than none', { settings: { ...settings, minPeers: -1 } }, ['settings.minPeers']],
    ['too many', { settings: { ...settings, maxPeers: 51 } }, ['settings.maxPeers']],
    ['one day', { startDate: '2026-11-21', endDate: '2026-11-21' }, []],
    ['the end before the start', { startDate: '2026-12-01', endDate: '2026-11-30' }, ['endDate']],
    ['the end a year before', { startDate: '2027-01-01', endDate: '2026-12-31' }, ['endDate']],
    ['no dates', { startDate: null, endDate: null }, []],
    ['two problems', { ...weights(noWeight), endDate: '2025-01-01' }, ['settings.weights', 'endDate']],
  ])('%s', (_name, changes, fields) => {
    expect(validateCycle(cycle(changes)).map(({ field }) => field)).toEqual(fields);
  });
});
