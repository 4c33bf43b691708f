// Measures texts that are deeply nested or long: four times the size may take four times as long,
// and no longer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { parseQuote } from '../../src/codeLinks/codeComment.ts';
import { firstLines } from '../../src/std/text.ts';
import { openBrowser } from '../support/browser.ts';
import { shapes } from '../support/hostile/shapes.ts';
import { ensureBrowser } from '../support/setup/browser.mjs';
import { atMost, type Measure } from './measure.ts';
import type { Shown } from './textInPage.tsx';

/** The first pair is within the limits of nesting, the second pair exceeds them. */
const SIZES = [
  [45, 180],
  [500, 2_000],
] as const;
const HOST_SIZES = [25_000, 100_000] as const;
const TIMES = 5;
/** In milliseconds: a shorter time for a quarter of the size is too short to be compared. */
const SHORTEST = 40;

type Work = 'description' | 'comment';

export async function text(): Promise<readonly Measure[]> {
  await ensureBrowser();
  const home = mkdtempSync(join(tmpdir(), 'contrail-bench-'));
  const browser = await openBrowser(home);
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: await script() });
    return [...(await shownIn(page, 'description')), ...(await shownIn(page, 'comment')), ...onHost()];
  } finally {
    await browser.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function script(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'textInPage.tsx')],
    bundle: true,
    write: false,
    outdir: tmpdir(),
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
  });
  return outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
}

async function shownIn(page: Page, work: Work): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const [small, large] of SIZES) {
    const [growths, drawn]: [Growth[], Growth[]] = [[], []];
    for (const [name, shape] of Object.entries(shapes)) {
      const quarter = await shown(page, work, shape(small));
      const whole = await shown(page, work, shape(large));
      growths.push(growth(name, whole.took, quarter.took));
      drawn.push({ name, ours: whole.elements, floor: Math.max(50, whole.parts) });
    }
    const [slowest, widest] = [worst(growths), worst(drawn)];
    const what = `${work} of ${large} elements, worst of ${growths.length} shapes`;
    measures.push(
      atMost(`${what} (${slowest.name}), against four times one of ${small}`, slowest.ours, slowest.floor, 1.6, 'ms'),
      atMost(
        `${what} (${widest.name}): elements drawn, against its elements and texts`,
        widest.ours,
        widest.floor,
        5,
        'elements',
      ),
    );
  }
  return measures;
}

/** Resolves with the shortest of several times. */
async function shown(page: Page, work: Work, html: string): Promise<Shown> {
  return page.evaluate(
    ([name, markup, times]) => {
      const works: Record<string, (html: string) => Shown> = Reflect.get(globalThis, 'works');
      const all = Array.from({ length: times }, () => works[name]?.(markup)).filter((one) => one !== undefined);
      return all.reduce((least, one) => (one.took < least.took ? one : least));
    },
    [work, html, TIMES] as const,
  );
}

function onHost(): readonly Measure[] {
  const [small, large] = HOST_SIZES;
  const readers = {
    'lines of HTML': (html: string) => firstLines(html, Number.POSITIVE_INFINITY),
    'quotes in HTML': parseQuote,
  };
  return Object.entries(readers).map(([what, read]) => {
    const time = (html: string): number => {
      const took = Array.from({ length: TIMES }, () => {
        const begun = performance.now();
        read(html);
        return performance.now() - begun;
      });
      return Math.min(...took);
    };
    const { name, ours, floor } = worst(
      Object.entries(shapes).map(([one, shape]) => growth(one, time(shape(large)), time(shape(small)))),
    );
    return atMost(
      `${what} of ${large} elements, worst shape (${name}), against four times ${small}`,
      ours,
      floor,
      1.6,
      'ms',
    );
  });
}

interface Growth {
  readonly name: string;
  readonly ours: number;
  readonly floor: number;
}

function growth(name: string, whole: number, quarter: number): Growth {
  return { name, ours: whole, floor: 4 * Math.max(SHORTEST, quarter) };
}

function worst(growths: readonly Growth[]): Growth {
  return growths.reduce((most, one) => (one.ours / one.floor > most.ours / most.floor ? one : most));
}
