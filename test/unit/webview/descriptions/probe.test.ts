// @vitest-environment jsdom
import * as fc from 'fast-check';
import { it } from 'vitest';
import { documents } from './dialect.ts';
import { EDITS } from './edits.ts';
import { tried } from './trial.ts';

it('measures', () => {
  const step = fc.record({ edit: fc.constantFrom(...Object.keys(EDITS)), at: fc.nat(100), size: fc.nat(100) });
  const all = fc.sample(fc.tuple(documents, fc.array(step, { minLength: 4, maxLength: 4 })), { numRuns: 250, seed: 10 });
  const groups = new Map<string, { n: number; shortest: string; html: string }>();
  let edits = 0;
  let bad = 0;
  const t = performance.now();
  for (const [html, steps] of all) {
    let out;
    try {
      out = tried(html, steps);
    } catch (error) {
      out = { edits: 0, problems: [`THROWN: ${(error as Error).message} ${(error as Error).stack?.split('\n').slice(1, 5).join('|')}`] };
    }
    edits += out.edits;
    if (out.problems.length) bad++;
    for (const p of out.problems) {
      const key = p
        .replace(/\(\d+, \d+\)/, '')
        .slice(0, 45)
        .split(/[:<]\s/)
        .slice(0, 2)
        .join(':');
      const g = groups.get(key) ?? { n: 0, shortest: p, html };
      g.n++;
      if (html.length < g.html.length) {
        g.shortest = p;
        g.html = html;
      }
      groups.set(key, g);
    }
  }
  console.log({ edits, bad, ms: (performance.now() - t) / all.length });
  for (const [key, g] of [...groups].sort((a, b) => b[1].n - a[1].n))
    console.log(`### ${g.n} ${key}\n   HTML ${g.html.slice(0, 700)}\n   ${g.shortest.slice(0, 900)}`);
}, 200000);
