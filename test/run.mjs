// `npm test`: installs what is missing, then runs every step in order and stops at the first that
// fails.
// Runs on a Node without installed packages. `npm test -- unit host` runs only the named steps; `npm run check` names
// those that need no VS Code, with the unit tests that a change affects.
import { ensureDependencies } from './support/setup/dependencies.mjs';
import { affected, steps } from './support/setup/steps.mjs';

const asked = process.argv.slice(2);
const chosen = asked.length === 0 ? steps : [...steps, affected].filter(({ name }) => asked.includes(name));
const unknown = asked.filter((name) => !chosen.some((step) => step.name === name));

/** @returns {Promise<boolean>} whether all tests passed */
async function runAll() {
  let passed = 0;
  await ensureDependencies();
  for (const step of chosen) {
    const begun = Date.now();
    console.log(`\n── ${step.name}: ${step.what}`);
    const outcome = await step.run();
    passed += outcome.passed;
    const took = `${((Date.now() - begun) / 1000).toFixed(1)} s`;
    if (outcome.failed > 0) {
      console.error(`\n${step.name} failed after ${took}\n${passed} passed, ${outcome.failed} failed`);
      return false;
    }
    console.log(`── ${step.name}: ${outcome.passed} passed in ${took}`);
  }
  console.log(`\n${passed} passed, 0 failed`);
  return true;
}

if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. The steps: ${steps.map(({ name }) => name).join(', ')}`);
  process.exitCode = 2;
} else {
  try {
    if (!(await runAll())) process.exitCode = 1;
  } catch (cause) {
    console.error(cause instanceof Error ? `\n${cause.message}` : cause);
    process.exitCode = 1;
  }
}
