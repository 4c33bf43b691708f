// Tests the Code section of a work item's page.
// It checks when the lists are read, cancelled and replaced, and what a row opens.
import { describe, expect, it } from 'vitest';
import type { CodeMessage } from '../../../src/pages/protocol/code.ts';
import {
  type SectionDeps,
  type SectionEntry,
  VSCodeCodeSection,
} from '../../../src/workbench/features/codeSection/section.ts';

const NOTHING: SectionEntry = { openings: [] };

class World implements SectionDeps {
  readonly opened: string[] = [];
  readonly searches: {
    readonly signal: AbortSignal;
    found(listed: SectionEntry): void;
    progress(sentence: string): void;
  }[] = [];
  known: string | undefined = 'WEB-12';
  commented: SectionEntry = NOTHING;
  fault: Error | undefined;
  readonly section = new VSCodeCodeSection(this);
  #seq = 0;

  identifier(): string | undefined {
    return this.known;
  }

  places(): Promise<SectionEntry> {
    return this.fault === undefined ? Promise.resolve(this.commented) : Promise.reject(this.fault);
  }

  history(): Promise<{ readonly branches: SectionEntry; readonly commits: SectionEntry }> {
    return Promise.resolve({
      branches: { openings: [], sentence: 'No folder is open in this window.' },
      commits: this.listed('Fix it'),
    });
  }

  mentions(_: string, signal: AbortSignal, progress: (sentence: string) => void): Promise<SectionEntry> {
    return new Promise((found) => this.searches.push({ signal, found, progress }));
  }

  list(identifier: string): Promise<void> {
    this.opened.push(`list ${identifier}`);
    return Promise.resolve();
  }

  changed(): void {
    // The tests read `view()` instead.
  }

  async attempt(work: () => Promise<void>): Promise<string | undefined> {
    return work().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
    );
  }

  listed(...labels: string[]): SectionEntry {
    return { openings: labels.map((label) => ({ row: { label }, open: () => this.open(label) })) };
  }

  send(word: CodeMessage['type'], id = ''): ReturnType<VSCodeCodeSection['handleMessage']> {
    this.#seq += 1;
    return this.section.handleMessage({ type: word, seq: this.#seq, id });
  }

  /** Resolves when everything but the search is loaded. */
  settled(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  private async open(label: string): Promise<void> {
    if (label === 'gone') throw new Error('The file is not there any more.');
    this.opened.push(label);
  }
}

describe('The Code section', () => {
  it('reads nothing before it is opened', () => {
    const world = new World();
    expect(world.section.view().mentions).toEqual({ status: 'unread', rows: [] });
    expect(world.searches).toEqual([]);
  });

  it('shows the lists that are ready and the progress while the files are searched', async () => {
    const world = new World();
    world.commented = world.listed('src/a.ts:1');
    const shown = world.send('showCode');
    await world.settled();
    expect(world.section.view()).toMatchObject({
      places: { status: 'ready', rows: [{ label: 'src/a.ts:1' }] },
      branches: { status: 'ready', sentence: 'No folder is open in this window.' },
      commits: { rows: [{ label: 'Fix it' }] },
      mentions: { status: 'reading' },
    });
    world.searches[0]?.progress('Searched 100 of 5,000 files…');
    expect(world.section.view().mentions.sentence).toBe('Searched 100 of 5,000 files…');
    world.searches[0]?.found({ ...world.listed('// WEB-12'), more: true });
    expect(await shown).toEqual({});
    expect(world.section.view().mentions).toMatchObject({
      status: 'ready',
      rows: [{ label: '// WEB-12' }],
      more: true,
    });
  });

  it('opens the place of a row, or returns why it could not', async () => {
    const world = new World();
    world.commented = world.listed('src/a.ts:1', 'gone');
    void world.send('showCode');
    await world.settled();
    const [there, gone] = world.section.view().places.rows;
    expect(await world.send('openCode', there?.id)).toEqual({});
    expect(world.opened).toEqual(['src/a.ts:1']);
    expect(await world.send('openCode', gone?.id)).toEqual({ problem: 'The file is not there any more.' });
    expect(await world.send('openCode', 'places 17')).toEqual({ problem: 'This row is no longer shown.' });
  });

  it('stops a cancelled search, and shows what it found until then', async () => {
    const world = new World();
    void world.send('showCode');
    await world.settled();
    await world.send('cancelMentions');
    expect(world.searches[0]?.signal.aborted).toBe(true);
    world.searches[0]?.found({ ...world.listed('// WEB-12'), sentence: 'The search was canceled before it finished.' });
    await world.settled();
    expect(world.section.view().mentions).toMatchObject({ status: 'ready', rows: [{ label: '// WEB-12' }] });
  });

  it('stays open until it is closed, which stops the search', async () => {
    const world = new World();
    void world.send('showCode');
    await world.settled();
    expect(world.section.view().isOpen).toBe(true);
    await world.send('hideCode');
    expect(world.section.view().isOpen).toBe(false);
    expect(world.searches[0]?.signal.aborted).toBe(true);
  });

  it('drops the result of a search that another search replaced', async () => {
    const world = new World();
    void world.send('searchMentions');
    void world.send('searchMentions');
    await world.settled();
    const [first, second] = world.searches;
    expect(first?.signal.aborted).toBe(true);
    second?.found(world.listed('new'));
    first?.found(world.listed('old'));
    await world.settled();
    expect(world.section.view().mentions.rows.map(({ label }) => label)).toEqual(['new']);
  });

  it('shows an error in place of its list, and shows the other lists', async () => {
    const world = new World();
    world.fault = new Error('The comments could not be read.');
    void world.send('showCode');
    await world.settled();
    expect(world.section.view().places).toEqual({
      status: 'ready',
      rows: [],
      sentence: 'The comments could not be read.',
    });
    expect(world.section.view().commits.rows).toHaveLength(1);
  });

  it('reads the places again when comments change, after it was opened', async () => {
    const world = new World();
    world.section.commentsChanged();
    await world.settled();
    expect(world.section.view().places.status).toBe('unread');
    void world.send('showCode');
    await world.settled();
    world.commented = world.listed('src/b.ts:2');
    world.section.commentsChanged();
    await world.settled();
    expect(world.section.view().places.rows.map(({ label }) => label)).toEqual(['src/b.ts:2']);
  });

  it('shows nothing more after its page is closed', async () => {
    const world = new World();
    void world.send('showCode');
    await world.settled();
    world.section.dispose();
    expect(world.searches[0]?.signal.aborted).toBe(true);
    world.searches[0]?.found(world.listed('late'));
    await world.settled();
    expect(world.section.view().mentions.rows).toEqual([]);
  });

  it('reports that the work item is not loaded yet', async () => {
    const world = new World();
    world.known = undefined;
    expect(await world.send('showCode')).toEqual({ problem: 'The work item is not loaded yet.' });
  });

  it('lists all mentions in the References view on request', async () => {
    const world = new World();
    await world.send('listMentions');
    expect(world.opened).toEqual(['list WEB-12']);
  });
});
