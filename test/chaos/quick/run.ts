// The quick part of the chaos run: every fault at every request of each task, then random steps.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dialect } from '../../../src/server/dialect.ts';
import { scratchFolder } from '../../support/setup/paths.mjs';
import { countWords, draftsIn, fetchStoredTexts, repeatedChanges, revertedFields } from '../account.ts';
import { type Chance, chanceOf } from '../chance.ts';
import { faults } from '../faults.ts';
import type { Outcome } from '../outcome.ts';
import { RunStats } from '../runStats.ts';
import { TypedWords } from '../typedWords.ts';
import { type Cell, cellName, runCell } from './cell.ts';
import { RandomSteps } from './days.ts';
import { openQuickSetup, type QuickSetup, type UserSetup } from './setup.ts';
import type { Task } from './task.ts';

export interface QuickOptions {
  readonly seed: number;
  readonly dialect: Dialect;
  /** The maximum number of cells (combinations of a task and a fault) to run; all cells if omitted. */
  readonly cells?: number;
  /** The total number of random steps. */
  readonly steps: number;
  /** The number of simulated users who work at the same time. */
  readonly lanes: number;
  /** No cell starts after this time (milliseconds since the epoch). */
  readonly cellsUntil: number;
  /** No random step starts after this time (milliseconds since the epoch). */
  readonly until: number;
  readonly log: (line: string) => void;
}

/**
 * The factor by which all delays in a host are divided: a request times out after one second instead of 20, and a draft
 * is written to disk after at most 25 ms instead of 500.
 */
const HASTE = 20;

export async function runQuick(options: QuickOptions): Promise<Outcome> {
  const { seed, dialect, lanes, log } = options;
  const typedWords = new TypedWords(`tok${seed}${dialect.charAt(0)}`);
  const stats = new RunStats();
  await using setup = await openQuickSetup({ dialect, lanes, haste: HASTE, typedWords, stats });
  const chance = chanceOf(seed);
  const cellsByUser = setup.lanes.map((): Cell[] => []);
  chance
    .shuffled(cellsOf(setup.lanes[0]?.tasks ?? [], chance))
    .slice(0, options.cells)
    .forEach((cell, index) => cellsByUser[index % lanes]?.push(cell));
  const broken = (
    await Promise.all(setup.lanes.map((lane, index) => runCells(lane, cellsByUser[index] ?? [], options)))
  ).flat();
  const stepErrors = await Promise.all(
    setup.lanes.map((lane, index) =>
      runRandomSteps(lane, chanceOf(seed + 1 + index), Math.ceil(options.steps / lanes), options),
    ),
  );
  broken.push(...stepErrors.flat());
  const { lost, twice, sent, offered, tooYoung } = await checkWords(setup, typedWords);
  if (lost.length + twice.length + broken.length > 0) await writeLogs(setup, options);
  const draftCount = offered === 0 ? '' : `, ${offered} in drafts`;
  const missingCount =
    tooYoung === 0 ? '' : `, ${tooYoung} missing because the host was killed just after they were typed`;
  const replacedCount = typedWords.words.length - sent - offered - tooYoung - lost.length;
  log(
    `${dialect}: ${typedWords.words.length} words, ${sent} on the server once${draftCount}, ${replacedCount} replaced by the user${missingCount}`,
  );
  return { stats, lost, twice, broken };
}

/** Returns all combinations of a task, one of its requests, and a fault or a kill of the host. */
function cellsOf(tasks: readonly Task[], chance: Chance): Cell[] {
  return tasks.flatMap((task) =>
    task.requestNames.flatMap((asking) => [
      ...faults
        .filter(({ doubles, needsBody }) => !(doubles && task.hasNoId) && !(needsBody && !hasBody(asking)))
        .map(
          (fault): Cell => ({
            task,
            requestName: asking,
            disturbance: { kind: 'fault', fault, times: chance.is(0.5) ? 1 : Number.POSITIVE_INFINITY },
          }),
        ),
      ...(['before the server is asked', 'before the answer'] as const).map(
        (when): Cell => ({ task, requestName: asking, disturbance: { kind: 'kill', when } }),
      ),
    ]),
  );
}

function hasBody(requestName: string): boolean {
  return !/^(?:get|list|delete)/.test(requestName);
}

/**
 * Runs the cells with one simulated user, and returns the errors. The cells are built from the first user's tasks: the
 * task of the same name of this user is run.
 */
async function runCells(
  { person, tasks }: UserSetup,
  cells: readonly Cell[],
  { cellsUntil, log }: QuickOptions,
): Promise<string[]> {
  const broken: string[] = [];
  await person.begin();
  // Creates the comment that a later task edits.
  const commentTask = tasks[0];
  if (commentTask !== undefined) {
    await commentTask.type(person);
    await commentTask.send(person);
  }
  for (const [index, cell] of cells.entries()) {
    if (Date.now() > cellsUntil) {
      log(`The time is over; ${cells.length - index} cells were not run.`);
      break;
    }
    const task = tasks.find(({ name }) => name === cell.task.name);
    if (task === undefined) continue;
    try {
      await runCell(person, { ...cell, task });
    } catch (error) {
      const report = `${cellName(cell)}: ${error instanceof Error ? error.message : String(error)}`;
      log(`failed: ${report}`);
      broken.push(report);
      person.setup.proxy.removeFaults();
      await person.kill();
    }
  }
  return broken;
}

async function runRandomSteps(
  lane: UserSetup,
  chance: Chance,
  steps: number,
  { until, log }: QuickOptions,
): Promise<string[]> {
  const randomSteps = new RandomSteps(lane, chance);
  const broken: string[] = [];
  const attempt = async (name: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const report = `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
      log(`failed: ${report}`);
      broken.push(report);
      lane.person.setup.proxy.removeFaults();
    }
  };
  for (let step = 1; step <= steps && Date.now() < until; step += 1)
    await attempt(`step ${step}`, () => randomSteps.step());
  await attempt('the end', () => randomSteps.end());
  return broken;
}

/** Writes the log of each simulated user to a file. */
async function writeLogs({ lanes }: QuickSetup, { seed, dialect, log }: QuickOptions): Promise<void> {
  const folder = join(scratchFolder, 'chaos');
  await mkdir(folder, { recursive: true });
  for (const [index, { person }] of lanes.entries()) {
    const file = join(folder, `${dialect}-${seed}-${index}.txt`);
    await writeFile(file, [...person.story, ''].join('\n'));
    log(`The actions and replies are in ${file}`);
  }
}

async function checkWords({ served, lanes }: QuickSetup, typedWords: TypedWords) {
  await Promise.all(lanes.map(({ person }) => person.kill()));
  const paths = [...new Set(lanes.flatMap((lane) => lane.paths))];
  const drafts = (await Promise.all(lanes.map(({ person }) => draftsIn(person.drafts)))).flat();
  const account = countWords(typedWords, await fetchStoredTexts(served, paths), drafts);
  const twice = [
    ...account.duplicated,
    ...revertedFields(lanes.flatMap(({ person }) => person.setup.proxy.answers)),
    ...(await repeatedChanges(
      served,
      lanes.flatMap(({ items }) => items),
    )),
  ];
  return { ...account, twice };
}
