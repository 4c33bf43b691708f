// Tests which unit tests `npm run check` runs for a changed file.
import { expect, it } from 'vitest';
import { importersOf, testsAffectedBy } from '../../support/setup/affectedTests.mjs';

/** The graph of all files, which takes some seconds on a busy machine. */
let importers: ReturnType<typeof importersOf> | undefined;
const affectedBy = (...files: readonly string[]) =>
  testsAffectedBy(files, (tests) => (importers ??= importersOf(tests)));

it('Tests that import a changed file directly or indirectly are affected', async () => {
  const tests = await affectedBy('src/core/cache/address.ts');
  expect(tests).toContain('test/unit/core/cache/store/store.test.ts');
  expect(tests).not.toContain('test/unit/server/paginate.test.ts');
  expect(await affectedBy('test/support/pageSetup.ts')).toContain('test/unit/features/recordPage/saving.test.ts');
});

it('A changed test is affected, and a changed document affects no test', async () => {
  const test = 'test/unit/support/affectedTests.test.ts';
  expect(await affectedBy(test, 'README.md')).toEqual([test]);
});

it('A change of the configuration affects all tests', async () => {
  const tests = await affectedBy('package-lock.json');
  expect(tests.length).toBeGreaterThan(300);
});
