// The tab that shows the record of a clicked tree row. The next click reuses the tab, unless the tab has become
// permanent.
import type { Clock } from '../../std/clock.ts';

/** Two clicks on the same row within this time are a double click. VS Code reports them as two clicks. */
export const DOUBLE_CLICK_MS = 500;

/** `Host` is the host of a tab's page. At most one tab is the preview. */
export class PreviewTab<Host extends object> {
  readonly #clock: Pick<Clock, 'now'>;
  #host: Host | undefined;
  #lastClick: { readonly key: string; readonly at: number } | undefined;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  is(host: Host): boolean {
    return this.#host === host;
  }

  /** Makes this tab the preview. The previous preview tab stays open as a normal tab. */
  set(host: Host): void {
    this.#host = host;
  }

  /** If the tab is the preview, makes it a normal tab: the next click opens another tab. */
  keepOpen(host: Host): void {
    if (this.is(host)) this.#host = undefined;
  }

  /** Must be called for each click on a row. Returns whether it is the second click of a double click. */
  click(key: string): boolean {
    const at = this.#clock.now();
    const previousClick = this.#lastClick;
    this.#lastClick = { key, at };
    return previousClick?.key === key && at - previousClick.at <= DOUBLE_CLICK_MS;
  }

  /** Whether the latest click was on the row with this key. */
  isLastClick(key: string): boolean {
    return this.#lastClick?.key === key;
  }
}
