// `npm test`: installs missing dependencies, then runs all steps in order until a step fails.
// `npm test -- unit host` runs only these steps; `npm run check` runs the steps that need no VS Code, but of the unit
// tests only those that a change affects. This file imports no npm package, because none may be installed yet.
import { ensureDependencies } from './support/setup/dependencies.mjs';
import { optionalSteps, steps } from './support/setup/steps.mjs';

const requestedNames = process.argv.slice(2);
const stepsToRun =
  requestedNames.length === 0
    ? steps
    : [...steps, ...optionalSteps].filter(({ name }) => requestedNames.includes(name));
const unknownNames = requestedNames.filter((name) => !stepsToRun.some((step) => step.name === name));

/** @returns {Promise<boolean>} whether all tests passed */
async function runAll() {
  let passed = 0;
  /** @type {string[]} */
  const summary = [];
  await ensureDependencies();
  for (const step of stepsToRun) {
    const start = Date.now();
    console.log(`\n── ${step.name}: ${step.what}`);
    const outcome = await step.run();
    passed += outcome.passed;
    const duration = `${((Date.now() - start) / 1000).toFixed(1)} s`;
    if (outcome.failed > 0) {
      console.error(`\n${step.name} failed after ${duration}\n${passed} passed, ${outcome.failed} failed`);
      return false;
    }
    console.log(`── ${step.name}: ${outcome.passed} passed in ${duration}`);
    summary.push(`${step.name.padEnd(14)}${String(outcome.passed).padStart(6)} passed${duration.padStart(12)}`);
  }
  console.log(`\n${summary.join('\n')}`);
  console.log(`\n${passed} passed, 0 failed`);
  return true;
}

if (unknownNames.length > 0) {
  const names = [...steps, ...optionalSteps].map(({ name }) => name).join(', ');
  console.error(`There is no step ${unknownNames.join(', ')}. The steps: ${names}`);
  process.exitCode = 2;
} else {
  try {
    if (!(await runAll())) process.exitCode = 1;
  } catch (cause) {
    console.error(cause instanceof Error ? `\n${cause.message}` : cause);
    process.exitCode = 1;
  }
}
