// Tests how the Code section of a work item's page loads lists, stops the search, and opens rows.
import { describe, expect, it } from 'vitest';
import {
  type CodeSectionSources,
  type SectionList,
  VscodeCodeSection,
} from '../../../../src/features/codeSection/section.ts';
import type { CodeMessage } from '../../../../src/shell/protocol/code.ts';
import type { Disposable } from '../../../../src/std/disposable.ts';

const EMPTY_LIST: SectionList = { rows: [] };

class FakeDeps implements CodeSectionSources {
  readonly openedRows: string[] = [];
  /** One text for each call of `history` and `places`, with the requested parts or comments. */
  readonly readLog: string[] = [];
  branches: SectionList = { rows: [], message: 'No folder is open in this window.' };
  readonly searches: {
    readonly signal: AbortSignal;
    found(list: SectionList): void;
    progress(message: string): void;
  }[] = [];
  loadedIdentifier: string | undefined = 'WEB-12';
  linkedLines: SectionList = EMPTY_LIST;
  linkedLinesError: Error | undefined;
  linkedLineCount = 0;
  offered: SectionList['rows'] = [];
  offersChanged = (): void => undefined;
  changeCount = 0;
  readonly section = new VscodeCodeSection(this);
  #lastSequence = 0;

  identifier(): string | undefined {
    return this.loadedIdentifier;
  }

  readPlaces(comments: 'loaded' | 'all'): Promise<SectionList> {
    this.readLog.push(`places of ${comments} comments`);
    return this.linkedLinesError === undefined
      ? Promise.resolve(this.linkedLines)
      : Promise.reject(this.linkedLinesError);
  }

  linkedPlaceCount(): number {
    return this.linkedLineCount;
  }

  readHistory(
    _identifier: string,
    _signal: AbortSignal,
    parts: 'branches' | 'all',
  ): Promise<{ readonly branches: SectionList; readonly commits: SectionList }> {
    this.readLog.push(`history: ${parts}`);
    return Promise.resolve({ branches: this.branches, commits: this.listOfLabels('Fix it') });
  }

  offers(): SectionList['rows'] {
    return this.offered;
  }

  followOffers(listener: () => void): Disposable {
    this.offersChanged = listener;
    return { dispose: () => (this.offersChanged = () => undefined) };
  }

  searchMentions(_: string, signal: AbortSignal, progress: (message: string) => void): Promise<SectionList> {
    return new Promise((found) => this.searches.push({ signal, found, progress }));
  }

  showAllMentions(identifier: string): Promise<void> {
    this.openedRows.push(`list ${identifier}`);
    return Promise.resolve();
  }

  fireChange(): void {
    this.changeCount += 1;
  }

  async attempt(work: () => Promise<void>): Promise<string | undefined> {
    return work().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
    );
  }

  listOfLabels(...labels: string[]): SectionList {
    return { rows: labels.map((label) => ({ row: { label }, open: () => this.open(label) })) };
  }

  send(messageType: CodeMessage['type'], id = ''): ReturnType<VscodeCodeSection['handleMessage']> {
    this.#lastSequence += 1;
    return this.section.handleMessage({ type: messageType, seq: this.#lastSequence, id });
  }

  /** Resolves when all lists except for the mentions are loaded. */
  waitUntilSettled(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  private async open(label: string): Promise<void> {
    if (label === 'gone') throw new Error('The file is not there any more.');
    this.openedRows.push(label);
  }
}

describe('The Code section', () => {
  it('loads nothing before the page requests it', () => {
    const deps = new FakeDeps();
    expect(deps.section.view().mentions).toEqual({ status: 'notLoaded', rows: [] });
    expect(deps.searches).toEqual([]);
  });

  it('shows the links that are offered at once, opens them, and forgets them when they are answered', async () => {
    const deps = new FakeDeps();
    deps.offered = deps.listOfLabels('Branch web-12-login').rows;
    deps.offersChanged();
    expect(deps.changeCount).toBe(1);
    expect(deps.section.view()).toMatchObject({ count: 1, offers: { rows: [{ label: 'Branch web-12-login' }] } });
    expect(deps.section.view()).toBe(deps.section.view());
    const [row] = deps.section.view().offers.rows;
    expect(await deps.send('openCode', row?.id)).toEqual({});
    expect(deps.openedRows).toEqual(['Branch web-12-login']);
    deps.offered = [];
    expect(deps.section.view()).toMatchObject({ count: 0, offers: { rows: [] } });
    expect(await deps.send('openCode', row?.id)).toHaveProperty('problem');
    deps.section.dispose();
    deps.offersChanged();
    expect(deps.changeCount).toBe(1);
  });

  it('opens the row that the user has selected although the list was read again', async () => {
    const deps = new FakeDeps();
    deps.branches = deps.listOfLabels('web-12-löschen?#%', 'web-12-löschen?#%');
    await deps.send('readKnownCode');
    const rows = deps.section.view().branches.rows;
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
    for (const { id } of rows) expect(new URL(`contrail-line:${id}`).href).toBe(`contrail-line:${id}`);
    deps.branches = deps.listOfLabels('web-12-begun', 'web-12-löschen?#%');
    await deps.send('readKnownCode');
    expect(await deps.send('openCode', rows[0]?.id)).toEqual({});
    expect(await deps.send('openCode', rows[1]?.id)).toHaveProperty('problem');
    expect(deps.openedRows).toEqual(['web-12-löschen?#%']);
  });

  it('shows the lists that are loaded, and the progress of the search, while it searches files', async () => {
    const deps = new FakeDeps();
    deps.linkedLines = deps.listOfLabels('src/a.ts:1');
    const response = deps.send('showCode');
    await deps.waitUntilSettled();
    expect(deps.section.view()).toMatchObject({
      places: { status: 'ready', rows: [{ label: 'src/a.ts:1' }] },
      branches: { status: 'ready', message: 'No folder is open in this window.' },
      commits: { rows: [{ label: 'Fix it' }] },
      mentions: { status: 'loading' },
    });
    deps.searches[0]?.progress('Searching 100 of 5,000 files…');
    expect(deps.section.view().mentions.message).toBe('Searching 100 of 5,000 files…');
    deps.searches[0]?.found({ ...deps.listOfLabels('// WEB-12'), isTruncated: true });
    expect(await response).toEqual({});
    expect(deps.section.view().mentions).toMatchObject({
      status: 'ready',
      rows: [{ label: '// WEB-12' }],
      more: true,
    });
  });

  it('counts the lines linked in loaded comments while it is collapsed, and all rows when it is loaded', async () => {
    const deps = new FakeDeps();
    deps.linkedLineCount = 2;
    expect(deps.section.view().count).toBe(2);
    expect(deps.section.view()).not.toHaveProperty('isOpen');
    expect(deps.section.view()).toBe(deps.section.view());
    deps.linkedLines = deps.listOfLabels('src/a.ts:1', 'src/b.ts:1');
    const response = deps.send('showCode');
    await deps.waitUntilSettled();
    deps.searches[0]?.found(deps.listOfLabels('// WEB-12'));
    await response;
    expect(deps.section.view().count).toBe(4);
  });

  it('loads branches and the lines linked in loaded comments while it is collapsed, and searches no file', async () => {
    const deps = new FakeDeps();
    await deps.send('readKnownCode');
    expect(deps.readLog).toEqual(['history: branches', 'places of loaded comments']);
    expect(deps.searches).toEqual([]);
    expect(deps.section.view()).toMatchObject({
      count: 0,
      branches: { status: 'ready' },
      commits: { status: 'notLoaded' },
    });
    expect(deps.section.view()).not.toHaveProperty('isOpen');
  });

  it('reloads the branches each time the page is shown, until the user opens the section', async () => {
    const deps = new FakeDeps();
    await deps.send('readKnownCode');
    deps.branches = deps.listOfLabels('web-12-fix');
    await deps.send('readKnownCode');
    expect(deps.section.view().branches.rows.map(({ label }) => label)).toEqual(['web-12-fix']);
    void deps.send('showCode');
    await deps.waitUntilSettled();
    const readCount = deps.readLog.length;
    await deps.send('readKnownCode');
    expect(deps.readLog).toHaveLength(readCount);
  });

  it('loads the commits while it is collapsed if a branch is linked', async () => {
    const deps = new FakeDeps();
    deps.branches = deps.listOfLabels('web-12-fix');
    await deps.send('readKnownCode');
    expect(deps.readLog.at(-1)).toBe('history: all');
    expect(deps.section.view()).toMatchObject({ count: 2, commits: { rows: [{ label: 'Fix it' }] } });
  });

  it('loads linked lines and commits while it is collapsed when a newly loaded comment links code', async () => {
    const deps = new FakeDeps();
    await deps.send('readKnownCode');
    deps.linkedLines = deps.listOfLabels('src/a.ts:1');
    deps.section.handleTextChange();
    await deps.waitUntilSettled();
    expect(deps.readLog.slice(2)).toEqual(['places of loaded comments', 'history: all']);
    expect(deps.section.view().count).toBe(2);
  });

  it('includes lines linked in comments that are loaded while it processes earlier comments', async () => {
    const deps = new FakeDeps();
    const response = deps.send('readKnownCode');
    deps.linkedLines = deps.listOfLabels('src/a.ts:1');
    deps.section.handleTextChange();
    await response;
    await deps.waitUntilSettled();
    expect(deps.section.view().places.rows.map(({ label }) => label)).toEqual(['src/a.ts:1']);
  });

  it('shows the number of lines linked in loaded comments while it loads these lines', () => {
    const deps = new FakeDeps();
    deps.linkedLineCount = 2;
    void deps.send('readKnownCode');
    expect(deps.section.view()).toMatchObject({ count: 2, places: { status: 'loading' } });
  });

  it('loads the lines linked in all comments when the user opens it', async () => {
    const deps = new FakeDeps();
    await deps.send('readKnownCode');
    void deps.send('showCode');
    await deps.waitUntilSettled();
    expect(deps.readLog.slice(2)).toEqual(['history: all', 'places of all comments']);
    expect(deps.section.view()).toMatchObject({ isOpen: true, mentions: { status: 'loading' } });
  });

  it('opens the file of a row, or returns an error if the file or the row no longer exists', async () => {
    const deps = new FakeDeps();
    deps.linkedLines = deps.listOfLabels('src/a.ts:1', 'gone');
    void deps.send('showCode');
    await deps.waitUntilSettled();
    const [existingRow, missingRow] = deps.section.view().places.rows;
    expect(await deps.send('openCode', existingRow?.id)).toEqual({});
    expect(deps.openedRows).toEqual(['src/a.ts:1']);
    expect(await deps.send('openCode', missingRow?.id)).toEqual({ problem: 'The file is not there any more.' });
    expect(await deps.send('openCode', 'places 17')).toEqual({
      problem: 'The list has changed. Select the row again.',
    });
  });

  it('aborts a search that the user cancels, and shows the mentions found so far', async () => {
    const deps = new FakeDeps();
    void deps.send('showCode');
    await deps.waitUntilSettled();
    await deps.send('cancelMentions');
    expect(deps.searches[0]?.signal.aborted).toBe(true);
    deps.searches[0]?.found({
      ...deps.listOfLabels('// WEB-12'),
      message: 'The search was canceled before it finished.',
    });
    await deps.waitUntilSettled();
    expect(deps.section.view().mentions).toMatchObject({ status: 'ready', rows: [{ label: '// WEB-12' }] });
  });

  it('aborts the search when the user collapses the section', async () => {
    const deps = new FakeDeps();
    void deps.send('showCode');
    await deps.waitUntilSettled();
    expect(deps.section.view().isOpen).toBe(true);
    await deps.send('hideCode');
    expect(deps.section.view().isOpen).toBe(false);
    expect(deps.searches[0]?.signal.aborted).toBe(true);
  });

  it('ignores the result of a search that was replaced by another search', async () => {
    const deps = new FakeDeps();
    void deps.send('searchMentions');
    void deps.send('searchMentions');
    await deps.waitUntilSettled();
    const [first, second] = deps.searches;
    expect(first?.signal.aborted).toBe(true);
    second?.found(deps.listOfLabels('new'));
    first?.found(deps.listOfLabels('old'));
    await deps.waitUntilSettled();
    expect(deps.section.view().mentions.rows.map(({ label }) => label)).toEqual(['new']);
  });

  it('shows the error of a list that could not be loaded, and shows the other lists', async () => {
    const deps = new FakeDeps();
    deps.linkedLinesError = new Error('The comments could not be read.');
    void deps.send('showCode');
    await deps.waitUntilSettled();
    expect(deps.section.view().places).toEqual({
      status: 'ready',
      rows: [],
      message: 'The comments could not be read.',
    });
    expect(deps.section.view().commits.rows).toHaveLength(1);
  });

  it('reloads the linked lines when comments change if the user has opened the section before', async () => {
    const deps = new FakeDeps();
    deps.section.handleTextChange();
    await deps.waitUntilSettled();
    expect(deps.section.view().places.status).toBe('notLoaded');
    void deps.send('showCode');
    await deps.waitUntilSettled();
    deps.linkedLines = deps.listOfLabels('src/b.ts:2');
    deps.section.handleTextChange();
    await deps.waitUntilSettled();
    expect(deps.section.view().places.rows.map(({ label }) => label)).toEqual(['src/b.ts:2']);
  });

  it('aborts the search and ignores its result after the page is closed', async () => {
    const deps = new FakeDeps();
    void deps.send('showCode');
    await deps.waitUntilSettled();
    deps.section.dispose();
    expect(deps.searches[0]?.signal.aborted).toBe(true);
    deps.searches[0]?.found(deps.listOfLabels('late'));
    await deps.waitUntilSettled();
    expect(deps.section.view().mentions.rows).toEqual([]);
  });

  it('returns an error if the work item is not known yet', async () => {
    const deps = new FakeDeps();
    deps.loadedIdentifier = undefined;
    expect(await deps.send('showCode')).toEqual({ problem: 'The work item is not known yet.' });
  });

  it('shows all mentions in the References view when the user requests it', async () => {
    const deps = new FakeDeps();
    await deps.send('listMentions');
    expect(deps.openedRows).toEqual(['list WEB-12']);
  });
});
