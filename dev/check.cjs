// npm run check: all gates without the tests; `npm run check -- types format` runs some of them.
const { prepareToTest } = require('./prepare.cjs');
const { runSteps } = require('./run-steps.cjs');
const { STEPS } = require('./steps.cjs');

async function main(names) {
  await prepareToTest({ all: false });
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no gate named ${unknown.join(', ')}. The gates: ${STEPS.map(({ name }) => name).join(', ')}.`,
    );
    process.exit(1);
  }
  const { failed } = await runSteps(names.length === 0 ? STEPS : STEPS.filter(({ name }) => names.includes(name)));
  process.exit(failed === 0 ? 0 : 1);
}

void main(process.argv.slice(2));
