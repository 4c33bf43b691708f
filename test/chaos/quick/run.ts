// A run of the quick tier: every fault at every operation of the tasks, then random steps, and an
// account at the end.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dialect } from '../../../src/server/dialect.ts';
import { scratchFolder } from '../../support/setup/paths.mjs';
import { accountOf, changedTwice, changedTwiceBy, draftsIn, standingIn } from '../account.ts';
import { type Chance, chanceOf } from '../chance.ts';
import { faults } from '../faults.ts';
import type { Outcome } from '../outcome.ts';
import { RunStats } from '../runStats.ts';
import { TypedWords } from '../typedWords.ts';
import { type Cell, nameOf, play } from './cell.ts';
import { Days } from './days.ts';
import { type Lane, openRoomsGround, type RoomsGround } from './setup.ts';
import type { Task } from './task.ts';

export interface QuickOptions {
  readonly seed: number;
  readonly dialect: Dialect;
  /** The maximum number of cells of the table; all of them if omitted. */
  readonly cells?: number;
  /** The number of random steps. */
  readonly steps: number;
  /** The number of simulated users who work at the same time. */
  readonly lanes: number;
  /** No cell of the table starts after this time (milliseconds since the epoch). */
  readonly cellsUntil: number;
  /** No random step starts after this time (milliseconds since the epoch). */
  readonly until: number;
  readonly log: (line: string) => void;
}

/**
 * The factor by which the delays of a host are shorter: a request times out after one second, and a draft is written to
 * disk after an eightieth of a second.
 */
const HASTE = 20;

export async function runQuick(options: QuickOptions): Promise<Outcome> {
  const { seed, dialect, lanes, log } = options;
  const typedWords = new TypedWords(`tok${seed}${dialect.charAt(0)}`);
  const stats = new RunStats();
  await using setup = await openRoomsGround({ dialect, lanes, haste: HASTE, typedWords, stats });
  const chance = chanceOf(seed);
  const cells = setup.lanes.map((): Cell[] => []);
  chance
    .shuffled(cellsOf(setup.lanes[0]?.tasks ?? [], chance))
    .slice(0, options.cells)
    .forEach((cell, at) => cells[at % lanes]?.push(cell));
  const broken = (await Promise.all(setup.lanes.map((lane, at) => playAll(lane, cells[at] ?? [], options)))).flat();
  const days = await Promise.all(
    setup.lanes.map((lane, at) => spend(lane, chanceOf(seed + 1 + at), Math.ceil(options.steps / lanes), options)),
  );
  broken.push(...days.flat());
  const { lost, twice, sent, offered, tooYoung } = await settle(setup, typedWords);
  if (lost.length + twice.length + broken.length > 0) await logStories(setup, options);
  const drafts = offered === 0 ? '' : `, ${offered} in drafts that are offered`;
  const young = tooYoung === 0 ? '' : `, ${tooYoung} gone that had just been typed when the host was killed`;
  const replaced = typedWords.words.length - sent - offered - tooYoung - lost.length;
  log(
    `${dialect}: ${typedWords.words.length} words, ${sent} at the server once${drafts}, ${replaced} that she wrote over herself${young}`,
  );
  return { stats, lost, twice, broken };
}

function cellsOf(tasks: readonly Task[], chance: Chance): Cell[] {
  return tasks.flatMap((task) =>
    task.asks.flatMap((asking) => [
      ...faults
        .filter(({ doubles, needsBody }) => !(doubles && task.hasNoId) && !(needsBody && !hasBody(asking)))
        .map(
          (fault): Cell => ({
            task,
            asking,
            meeting: { kind: 'fault', fault, times: chance.is(0.5) ? 1 : Number.POSITIVE_INFINITY },
          }),
        ),
      ...(['before the server is asked', 'before the answer'] as const).map(
        (when): Cell => ({ task, asking, meeting: { kind: 'kill', when } }),
      ),
    ]),
  );
}

function hasBody(asking: string): boolean {
  return !/^(?:get|list|delete)/.test(asking);
}

/** Each lane has tasks of its own: a cell names its task, which is then looked up in the lane. */
async function playAll(
  { person, tasks }: Lane,
  cells: readonly Cell[],
  { cellsUntil, log }: QuickOptions,
): Promise<string[]> {
  const broken: string[] = [];
  await person.begin();
  // Creates the comment that a later task edits.
  const first = tasks[0];
  if (first !== undefined) {
    await first.type(person);
    await first.send(person);
  }
  for (const [at, cell] of cells.entries()) {
    if (Date.now() > cellsUntil) {
      log(`The time is over before ${cells.length - at} cells of the table.`);
      break;
    }
    const own = tasks.find(({ name }) => name === cell.task.name);
    if (own === undefined) continue;
    try {
      await play(person, { ...cell, task: own });
    } catch (error) {
      const what = `${nameOf(cell)}: ${error instanceof Error ? error.message : String(error)}`;
      log(`broken: ${what}`);
      broken.push(what);
      person.setup.proxy.heal();
      await person.kill();
    }
  }
  return broken;
}

async function spend(lane: Lane, chance: Chance, steps: number, { until, log }: QuickOptions): Promise<string[]> {
  const days = new Days(lane, chance);
  const broken: string[] = [];
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const told = `${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
      log(`broken: ${told}`);
      broken.push(told);
      lane.person.setup.proxy.heal();
    }
  };
  for (let step = 1; step <= steps && Date.now() < until; step += 1) await attempt(`step ${step}`, () => days.step());
  await attempt('the end', () => days.end());
  return broken;
}

/** Writes one file for each simulated user. */
async function logStories({ lanes }: RoomsGround, { seed, dialect, log }: QuickOptions): Promise<void> {
  const folder = join(scratchFolder, 'chaos');
  await mkdir(folder, { recursive: true });
  for (const [at, { person }] of lanes.entries()) {
    const file = join(folder, `${dialect}-${seed}-${at}.txt`);
    await writeFile(file, [...person.story, ''].join('\n'));
    log(`What was done and said is told in ${file}`);
  }
}

async function settle({ served, lanes }: RoomsGround, typedWords: TypedWords) {
  await Promise.all(lanes.map(({ person }) => person.kill()));
  const paths = [...new Set(lanes.flatMap((lane) => lane.paths))];
  const drafts = (await Promise.all(lanes.map(({ person }) => draftsIn(person.drafts)))).flat();
  const account = accountOf(typedWords, await standingIn(served, paths), drafts);
  const twice = [
    ...account.duplicated,
    ...changedTwice(lanes.flatMap(({ person }) => person.setup.proxy.answers)),
    ...(await changedTwiceBy(
      served,
      lanes.flatMap(({ items }) => items),
    )),
  ];
  return { ...account, twice };
}
