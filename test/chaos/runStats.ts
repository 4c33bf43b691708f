// Counts what was tried, and formats the counts: one summary line, and the table of faults by
// operations.
import type { Asking } from './faults.ts';

export interface Counts {
  edits: number;
  comments: number;
  uploads: number;
  kills: number;
  reloads: number;
  revocations: number;
  /** How often a tab was closed and opened again, or another tab was selected. */
  turns: number;
}

export class RunStats {
  readonly counts: Counts = { edits: 0, comments: 0, uploads: 0, kills: 0, reloads: 0, revocations: 0, turns: 0 };
  /** How often each fault occurred at each operation. */
  readonly #hits = new Map<string, Map<Asking, number>>();

  countFault(fault: string, asking: Asking, times: number): void {
    const row = this.#hits.get(fault) ?? new Map<Asking, number>();
    this.#hits.set(fault, row);
    row.set(asking, (row.get(asking) ?? 0) + times);
  }

  add(other: RunStats): void {
    for (const name of Object.keys(this.counts) as (keyof Counts)[]) this.counts[name] += other.counts[name];
    for (const [fault, row] of other.#hits) for (const [asking, times] of row) this.countFault(fault, asking, times);
  }

  get faults(): number {
    return [...this.#hits.values()].flatMap((row) => [...row.values()]).reduce((sum, one) => sum + one, 0);
  }

  get kinds(): number {
    return this.#hits.size;
  }

  get operations(): readonly Asking[] {
    return [...new Set([...this.#hits.values()].flatMap((row) => [...row.keys()]))].sort();
  }

  line({ lost, twice }: { readonly lost: number; readonly twice: number }): string {
    const { edits, comments, uploads, kills, reloads, revocations } = this.counts;
    const faults = `faults ${this.faults} (${this.kinds} kinds at ${this.operations.length} operations)`;
    return [
      `edits ${edits}`,
      `comments ${comments}`,
      `uploads ${uploads}`,
      faults,
      `kills ${kills}`,
      `reloads ${reloads}`,
      `revocations ${revocations}`,
      `lost ${lost}`,
      `changed twice ${twice}`,
    ].join(' · ');
  }

  /**
   * Returns the table: a row for each fault, a numbered column for each operation, and the names of the columns below.
   */
  table(): string {
    const { operations } = this;
    const widest = Math.max(0, ...[...this.#hits.keys()].map(({ length }) => length));
    const cell = (text: string): string => text.padStart(5);
    const head = `${' '.repeat(widest)} ${operations.map((_, index) => cell(String(index + 1))).join('')}`;
    const rows = [...this.#hits].map(
      ([fault, row]) =>
        `${fault.padEnd(widest)} ${operations.map((one) => cell(String(row.get(one) ?? '·'))).join('')}`,
    );
    return [head, ...rows, ...operations.map((one, index) => `${String(index + 1).padStart(3)} ${one}`)].join('\n');
  }
}
