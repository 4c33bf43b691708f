// Controls the page of a record of any kind in end-to-end tests.
import type { Frame, Locator } from 'playwright-core';
import type { Workbench } from '../support/workbench.ts';

export class RecordPage {
  readonly frame: Frame;

  private constructor(frame: Frame) {
    this.frame = frame;
  }

  /**
   * Resolves with the page in the active tab whose first line is `caption`, for example `Customer`, or `Epic` with the
   * identifier of the epic.
   */
  static async waitFor(workbench: Workbench, caption: string): Promise<RecordPage> {
    const frame = await workbench.webview('.page .identifier', new RegExp(`^${caption}(?: [A-Z]+-\\d+)?$`));
    await frame.locator('.name-input').waitFor();
    return new RecordPage(frame);
  }

  /** Continues from the input box for the title of a new work item to its page. */
  static async ofNewItem(workbench: Workbench): Promise<RecordPage> {
    await RecordPage.skipTitle(workbench);
    const page = await RecordPage.waitFor(workbench, 'New Work Item');
    // VS Code moves the focus to the page after the box is closed, and the page moves it to the title: a list that the
    // test has opened before would close.
    await page.frame.locator('.name-input:focus').waitFor();
    return page;
  }

  /** Presses Enter in the empty input box for the title of a new work item. */
  static async skipTitle({ quickInput }: Workbench): Promise<void> {
    await quickInput.waitUntilShown('Leave it empty');
    await quickInput.accept();
  }

  get name(): Locator {
    return this.frame.locator('.name-input');
  }

  field(name: string): Locator {
    return this.frame.locator(`[data-field="${name}"]`);
  }

  /** The error message of a field. */
  fieldErrorMessage(name: string): Locator {
    return this.field(name).locator('.field-problem');
  }

  get notice(): Locator {
    return this.frame.getByTestId('notice');
  }

  /** The control of a text field. */
  textControl(name: string): Locator {
    return this.field(name).locator('input.input, textarea');
  }

  /** Selects an option of a field's list by its label. In a narrow page, a chip opens the list. */
  async choose(field: string, label: string): Promise<void> {
    const fieldElement = this.field(field);
    const chip = this.frame.locator(`[data-chip="${field}"]`);
    if (await chip.isVisible()) {
      await chip.click();
      await fieldElement.locator('[role=listbox]').waitFor();
    }
    if (!(await fieldElement.locator('[role=listbox]').isVisible())) await fieldElement.locator('.opener').click();
    await fieldElement.locator('[role=option]', { hasText: label }).first().click();
  }

  /** Presses Ctrl+S, with the focus in the page. */
  async save(): Promise<void> {
    await this.name.focus();
    await this.frame.page().keyboard.press('Control+s');
  }

  /** Resolves when there are no unsent changes. */
  async waitUntilSaved(): Promise<void> {
    await this.frame.locator('[data-testid=save]').waitFor({ state: 'detached' });
    await this.frame.locator('[data-touched=true]').first().waitFor({ state: 'detached' });
  }
}
