const Sequencer = require('@jest/test-sequencer').default;

/** Files that take longest: started last, each would keep the run waiting for itself alone. */
const SLOW = [
  ...['test/e2e/faults', 'test/console/every-page', 'test/api/cross-tenant', 'test/api/hostile-input'],
  ...['test/e2e/', 'test/console/administration', 'test/dev/bench', 'test/api/role-matrix'],
];

/** Starts the slow files first, and the others in jest's own order. */
module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const at = SLOW.findIndex((file) => path.includes(file));
      return at < 0 ? SLOW.length : at;
    };
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};
