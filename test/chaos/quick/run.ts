// The quick part of the chaos run: every fault at every request of each task, then random steps.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dialect } from '../../../src/server/http/dialect.ts';
import { scratchFolder } from '../../support/setup/paths.mjs';
import { faults } from '../faults.ts';
import { countWords, draftsIn, fetchStoredTexts, repeatedChanges, revertedFields } from '../finalChecks.ts';
import type { Outcome } from '../outcome.ts';
import { createRandomGenerator, type RandomGenerator } from '../randomGenerator.ts';
import { RunStats } from '../runStats.ts';
import { TypedWords } from '../typedWords.ts';
import { type Combination, combinationName, runCombination } from './combination.ts';
import { RandomSteps } from './randomSteps.ts';
import { openQuickSetup, type QuickSetup, type UserSetup } from './setup.ts';
import type { Task } from './task.ts';

export interface QuickOptions {
  readonly seed: number;
  readonly dialect: Dialect;
  /** The maximum number of combinations to run; all if omitted. */
  readonly combinations?: number;
  /** The total number of random steps. */
  readonly steps: number;
  /** The number of simulated users who work at the same time. */
  readonly userCount: number;
  /** No combination starts after this time (milliseconds since the epoch). */
  readonly lastCombinationStart: number;
  /** No random step starts after this time (milliseconds since the epoch). */
  readonly until: number;
  readonly log: (line: string) => void;
}

/**
 * The factor by which all delays in a host are divided: a request times out after one second instead of 20, and a draft
 * is written to disk after at most 25 ms instead of 500.
 */
const SPEEDUP = 20;

export async function runWithoutVscode(options: QuickOptions): Promise<Outcome> {
  const { seed, dialect, userCount, log } = options;
  const typedWords = new TypedWords(`tok${seed}${dialect.charAt(0)}`);
  const stats = new RunStats();
  await using setup = await openQuickSetup({ dialect, userCount, speedup: SPEEDUP, typedWords, stats });
  const chance = createRandomGenerator(seed);
  const combinationsByUser = setup.userSetups.map((): Combination[] => []);
  chance
    .shuffled(combinationsOf(setup.userSetups[0]?.tasks ?? [], chance))
    .slice(0, options.combinations)
    .forEach((combination, index) => combinationsByUser[index % userCount]?.push(combination));
  const errors = (
    await Promise.all(
      setup.userSetups.map((userSetup, index) => runCombinations(userSetup, combinationsByUser[index] ?? [], options)),
    )
  ).flat();
  const stepErrors = await Promise.all(
    setup.userSetups.map((userSetup, index) =>
      runRandomSteps(userSetup, createRandomGenerator(seed + 1 + index), Math.ceil(options.steps / userCount), options),
    ),
  );
  errors.push(...stepErrors.flat());
  const { lost, appliedTwice, sent, inDrafts, unsaved } = await checkWords(setup, typedWords);
  if (lost.length + appliedTwice.length + errors.length > 0) await writeLogs(setup, options);
  const draftCount = inDrafts === 0 ? '' : `, ${inDrafts} in drafts`;
  const missingCount =
    unsaved === 0 ? '' : `, ${unsaved} missing because the host was killed just after they were typed`;
  const replacedCount = typedWords.words.length - sent - inDrafts - unsaved - lost.length;
  log(
    `${dialect}: ${typedWords.words.length} words, ${sent} on the server once${draftCount}, ${replacedCount} replaced by the user${missingCount}`,
  );
  return { stats, lost, appliedTwice, errors };
}

/** Returns all combinations of a task, one of its requests, and a fault or a kill of the host. */
function combinationsOf(tasks: readonly Task[], chance: RandomGenerator): Combination[] {
  return tasks.flatMap((task) =>
    task.requestNames.flatMap((requestName) => [
      ...faults
        .filter(({ isSentTwice, needsBody }) => !(isSentTwice && task.hasNoId) && !(needsBody && !hasBody(requestName)))
        .map(
          (fault): Combination => ({
            task,
            requestName,
            failure: { kind: 'fault', fault, times: chance.is(0.5) ? 1 : Number.POSITIVE_INFINITY },
          }),
        ),
      ...(['before the request', 'before the response'] as const).map(
        (when): Combination => ({ task, requestName, failure: { kind: 'kill', when } }),
      ),
    ]),
  );
}

function hasBody(requestName: string): boolean {
  return !/^(?:get|list|delete)/.test(requestName);
}

/**
 * Runs the combinations with one simulated user, and returns the errors. The combinations contain tasks of the first
 * user, so this user runs their own task with the same name.
 */
async function runCombinations(
  { person, tasks }: UserSetup,
  combinations: readonly Combination[],
  { lastCombinationStart, log }: QuickOptions,
): Promise<string[]> {
  const errors: string[] = [];
  await person.startAndSignIn();
  // Creates the comment that a later task edits.
  const commentTask = tasks[0];
  if (commentTask !== undefined) {
    await commentTask.type(person);
    await commentTask.send(person);
  }
  for (const [index, combination] of combinations.entries()) {
    if (Date.now() > lastCombinationStart) {
      log(`The time is over; ${combinations.length - index} combinations were not run.`);
      break;
    }
    const task = tasks.find(({ name }) => name === combination.task.name);
    if (task === undefined) continue;
    try {
      await runCombination(person, { ...combination, task });
    } catch (error) {
      const report = `${combinationName(combination)}: ${error instanceof Error ? error.message : String(error)}`;
      log(`failed: ${report}`);
      errors.push(report);
      person.setup.proxy.removeFaults();
      await person.kill();
    }
  }
  return errors;
}

async function runRandomSteps(
  userSetup: UserSetup,
  chance: RandomGenerator,
  steps: number,
  { until, log }: QuickOptions,
): Promise<string[]> {
  const randomSteps = new RandomSteps(userSetup, chance);
  const errors: string[] = [];
  const recordErrors = async (name: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const report = `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
      log(`failed: ${report}`);
      errors.push(report);
      userSetup.person.setup.proxy.removeFaults();
    }
  };
  for (let step = 1; step <= steps && Date.now() < until; step += 1)
    await recordErrors(`step ${step}`, () => randomSteps.step());
  await recordErrors('the end', () => randomSteps.end());
  return errors;
}

/** Writes the log of each simulated user to a file. */
async function writeLogs({ userSetups }: QuickSetup, { seed, dialect, log }: QuickOptions): Promise<void> {
  const folder = join(scratchFolder, 'chaos');
  await mkdir(folder, { recursive: true });
  for (const [index, { person }] of userSetups.entries()) {
    const file = join(folder, `${dialect}-${seed}-${index}.txt`);
    await writeFile(file, [...person.eventLog, ''].join('\n'));
    log(`The actions and replies are in ${file}`);
  }
}

async function checkWords({ serverAccess, userSetups }: QuickSetup, typedWords: TypedWords) {
  await Promise.all(userSetups.map(({ person }) => person.kill()));
  const paths = [...new Set(userSetups.flatMap((userSetup) => userSetup.paths))];
  const drafts = (await Promise.all(userSetups.map(({ person }) => draftsIn(person.draftsFolder)))).flat();
  const counts = countWords(typedWords, await fetchStoredTexts(serverAccess, paths), drafts);
  const appliedTwice = [
    ...counts.duplicated,
    ...revertedFields(userSetups.flatMap(({ person }) => person.setup.proxy.answers)),
    ...(await repeatedChanges(
      serverAccess,
      userSetups.flatMap(({ itemPaths }) => itemPaths),
    )),
  ];
  return { ...counts, appliedTwice };
}
