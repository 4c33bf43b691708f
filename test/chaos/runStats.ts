// Counts the user's actions and the faults of a run, and formats the counts as text.
import type { RequestName } from './faults.ts';

export interface ActionCounts {
  edits: number;
  comments: number;
  uploads: number;
  kills: number;
  reloads: number;
  revocations: number;
  /** How often a tab was closed and opened again, or another tab was selected. */
  tabSwitches: number;
}

export class RunStats {
  readonly counts: ActionCounts = {
    edits: 0,
    comments: 0,
    uploads: 0,
    kills: 0,
    reloads: 0,
    revocations: 0,
    tabSwitches: 0,
  };
  /** How often each fault occurred at each operation. */
  readonly #faultCounts = new Map<string, Map<RequestName, number>>();

  countFault(fault: string, requestName: RequestName, times: number): void {
    const counts = this.#faultCounts.get(fault) ?? new Map<RequestName, number>();
    this.#faultCounts.set(fault, counts);
    counts.set(requestName, (counts.get(requestName) ?? 0) + times);
  }

  add(other: RunStats): void {
    for (const name of Object.keys(this.counts) as (keyof ActionCounts)[]) this.counts[name] += other.counts[name];
    for (const [fault, counts] of other.#faultCounts)
      for (const [operation, times] of counts) this.countFault(fault, operation, times);
  }

  get faultCount(): number {
    return [...this.#faultCounts.values()]
      .flatMap((counts) => [...counts.values()])
      .reduce((sum, count) => sum + count, 0);
  }

  get faultKindCount(): number {
    return this.#faultCounts.size;
  }

  get operations(): readonly RequestName[] {
    return [...new Set([...this.#faultCounts.values()].flatMap((counts) => [...counts.keys()]))].sort();
  }

  /** Returns the counts as one line. */
  formatSummary({ lost, appliedTwice }: { readonly lost: number; readonly appliedTwice: number }): string {
    const { edits, comments, uploads, kills, reloads, revocations } = this.counts;
    const faults = `faults ${this.faultCount} (${this.faultKindCount} kinds at ${this.operations.length} operations)`;
    return [
      `edits ${edits}`,
      `comments ${comments}`,
      `uploads ${uploads}`,
      faults,
      `kills ${kills}`,
      `reloads ${reloads}`,
      `revocations ${revocations}`,
      `lost ${lost}`,
      `applied twice ${appliedTwice}`,
    ].join(' · ');
  }

  /**
   * Returns a table of how often each fault occurred: one line for each fault and one numbered column for each
   * operation, followed by the names of the columns.
   */
  table(): string {
    const { operations } = this;
    const nameWidth = Math.max(0, ...[...this.#faultCounts.keys()].map(({ length }) => length));
    const cell = (text: string): string => text.padStart(5);
    const headerLine = `${' '.repeat(nameWidth)} ${operations.map((_, index) => cell(String(index + 1))).join('')}`;
    const lines = [...this.#faultCounts].map(
      ([fault, counts]) =>
        `${fault.padEnd(nameWidth)} ${operations.map((name) => cell(String(counts.get(name) ?? '·'))).join('')}`,
    );
    const legend = operations.map((name, index) => `${String(index + 1).padStart(3)} ${name}`);
    return [headerLine, ...lines, ...legend].join('\n');
  }
}
