// Controls the page of a work item in end-to-end tests.
import type { Frame, Locator } from 'playwright-core';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';

export class ItemPage {
  readonly #workbench: Workbench;
  readonly #identifier: string;
  readonly frame: Frame;

  private constructor(workbench: Workbench, identifier: string, frame: Frame) {
    this.#workbench = workbench;
    this.#identifier = identifier;
    this.frame = frame;
  }

  /** Resolves with the page of the work item in the active tab when its fields are loaded. */
  static async waitFor(workbench: Workbench, identifier: string): Promise<ItemPage> {
    const frame = await workbench.webview('.page .identifier', identifier);
    await frame.locator('[data-field="name"] textarea').waitFor();
    return new ItemPage(workbench, identifier, frame);
  }

  field(name: string): Locator {
    return this.frame.locator(`[data-field="${name}"]`);
  }

  /**
   * Clicks the button with the name of an empty field, so that the page shows the control of the field. Returns the
   * field.
   */
  async addField(name: string): Promise<Locator> {
    const button = this.frame.locator(`[data-add-field="${name}"]`);
    if (await button.isVisible()) await button.click();
    return this.field(name);
  }

  get name(): Locator {
    return this.field('name').locator('textarea');
  }

  /** The editable text of the description. */
  get description(): Locator {
    return this.field('description_html').locator('.rich-text-body');
  }

  get composer(): Locator {
    return this.frame.getByTestId('composer').locator('.rich-text-body');
  }

  get comments(): Locator {
    return this.frame.getByTestId('comments').locator('.comment');
  }

  /** Turns on the display of the work item's changes between its comments. */
  async showChanges(): Promise<void> {
    await this.frame.getByTestId('activity').getByText('All', { exact: true }).click();
  }

  /** The element with the result of the latest save. */
  get notice(): Locator {
    return this.frame.getByTestId('notice');
  }

  /** Selects the option with this label in the list of a field. A list with multiple selection stays open. */
  async choose(field: string, label: string): Promise<void> {
    const element = await this.addField(field);
    if (!(await element.locator('[role=listbox]').isVisible())) await element.locator('.opener').click();
    await element.locator('[role=option]', { hasText: label }).first().click();
  }

  /** Types the text at the end of a rich text editor. */
  async write(editor: Locator, text: string): Promise<void> {
    if ((await editor.getAttribute('contenteditable')) === 'false') await editor.press('Enter');
    else await editor.click();
    await this.frame.page().keyboard.press('Control+End');
    await this.frame.page().keyboard.type(text);
  }

  /** Presses Ctrl+S. The focus must be in the page. */
  async save(): Promise<void> {
    await this.frame.page().keyboard.press('Control+s');
  }

  /** Resolves when the tab shows unsent changes. */
  async waitUntilUnsent(): Promise<void> {
    await this.#workbench.tab(`● ${this.#identifier} `).waitFor();
  }

  /** Resolves when the tab shows no unsent changes. */
  async waitUntilSent(): Promise<void> {
    await until(`${this.#identifier} to be sent`, async () =>
      (await this.#workbench.tabs()).some((title) => title.startsWith(`${this.#identifier} `)),
    );
  }
}
