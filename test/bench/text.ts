// Measures whether the cost of rendering a text grows faster than its size.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { parseCodeCommentHtml } from '../../src/core/comments/codeComment.ts';
import { firstLines } from '../../src/std/text.ts';
import { openBrowser } from '../support/browser.ts';
import { expensiveMarkup } from '../support/hostile/expensiveMarkup.ts';
import { ensureBrowser } from '../support/setup/browser.mjs';
import { type Measure, ratioAtMost } from './measure.ts';
import type { RenderCost } from './textInPage.tsx';

/** Pairs of sizes to compare. The first pair is within the nesting limit of the editor, the second pair exceeds it. */
const SIZE_PAIRS = [
  [45, 180],
  [500, 2_000],
] as const;
const HOST_ELEMENT_COUNTS = [25_000, 100_000] as const;
const REPETITIONS = 5;
/** The minimum duration for comparisons, in milliseconds: shorter durations are too inaccurate to compare. */
const MIN_DURATION_MS = 40;

type TextKind = 'description' | 'comment';

export async function benchText(): Promise<readonly Measure[]> {
  await ensureBrowser();
  const home = mkdtempSync(join(tmpdir(), 'contrail-bench-'));
  const browser = await openBrowser(home);
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: await bundleScript() });
    return [
      ...(await measureInPage(page, 'description')),
      ...(await measureInPage(page, 'comment')),
      ...measureOnHost(),
    ];
  } finally {
    await browser.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function bundleScript(): Promise<string> {
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

async function measureInPage(page: Page, kind: TextKind): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const [small, large] of SIZE_PAIRS) {
    const [durations, elementCounts]: [Growth[], Growth[]] = [[], []];
    for (const [name, shape] of Object.entries(expensiveMarkup)) {
      const smallCost = await renderInPage(page, kind, shape(small));
      const largeCost = await renderInPage(page, kind, shape(large));
      durations.push(growth(name, largeCost.elapsedMs, smallCost.elapsedMs));
      elementCounts.push({ name, contrail: largeCost.elements, baseline: Math.max(50, largeCost.parts) });
    }
    const [slowest, widest] = [greatestGrowth(durations), greatestGrowth(elementCounts)];
    const measureName = `${kind} of ${large} elements, worst of ${durations.length} shapes`;
    measures.push(
      ratioAtMost(
        `${measureName} (${slowest.name}), against four times the duration for ${small}`,
        slowest.contrail,
        slowest.baseline,
        1.6,
        'ms',
      ),
      ratioAtMost(
        `${measureName} (${widest.name}): rendered elements, against its elements and texts`,
        widest.contrail,
        widest.baseline,
        5,
        'elements',
      ),
    );
  }
  return measures;
}

/** Renders the text several times, and resolves with the cost of the fastest rendering. */
async function renderInPage(page: Page, kind: TextKind, html: string): Promise<RenderCost> {
  return page.evaluate(
    ([name, markup, repetitions]) => {
      const renderers: Record<string, (html: string) => RenderCost> = Reflect.get(globalThis, 'works');
      const costs = Array.from({ length: repetitions }, () => renderers[name]?.(markup)).filter(
        (cost) => cost !== undefined,
      );
      return costs.reduce((fastest, cost) => (cost.elapsedMs < fastest.elapsedMs ? cost : fastest));
    },
    [kind, html, REPETITIONS] as const,
  );
}

function measureOnHost(): readonly Measure[] {
  const [small, large] = HOST_ELEMENT_COUNTS;
  const parsers = {
    'lines of HTML': (html: string) => firstLines(html, Number.POSITIVE_INFINITY),
    'quotes in HTML': parseCodeCommentHtml,
  };
  return Object.entries(parsers).map(([what, parse]) => {
    const shortestDuration = (html: string): number => {
      const durations = Array.from({ length: REPETITIONS }, () => {
        const start = performance.now();
        parse(html);
        return performance.now() - start;
      });
      return Math.min(...durations);
    };
    const {
      name,
      contrail: ours,
      baseline,
    } = greatestGrowth(
      Object.entries(expensiveMarkup).map(([shapeName, shape]) =>
        growth(shapeName, shortestDuration(shape(large)), shortestDuration(shape(small))),
      ),
    );
    return ratioAtMost(
      `${what} of ${large} elements, worst shape (${name}), against four times the duration for ${small}`,
      ours,
      baseline,
      1.6,
      'ms',
    );
  });
}

/** The duration or number of elements for the larger text (`contrail`), and its reference value (`baseline`). */
interface Growth {
  readonly name: string;
  readonly contrail: number;
  readonly baseline: number;
}

function growth(name: string, largeMs: number, smallMs: number): Growth {
  return { name, contrail: largeMs, baseline: 4 * Math.max(MIN_DURATION_MS, smallMs) };
}

/** Returns the growth with the largest ratio of `contrail` to `baseline`. */
function greatestGrowth(growths: readonly Growth[]): Growth {
  return growths.reduce((highest, current) =>
    current.contrail / current.baseline > highest.contrail / highest.baseline ? current : highest,
  );
}
