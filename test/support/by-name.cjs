const Sequencer = require('@jest/test-sequencer').default;

/** Starts the files in the order of their names. */
module.exports = class ByName extends Sequencer {
  sort(tests) {
    return [...tests].sort((a, b) => a.path.localeCompare(b.path));
  }
};
