// Owns the page of any record as a person meets it: its fields by kind, its notices, and how it is saved.
import type { Frame, Locator } from 'playwright-core';
import type { Workbench } from '../support/workbench.ts';

export class RecordPage {
  readonly frame: Frame;

  private constructor(frame: Frame) {
    this.frame = frame;
  }

  /** The page in front whose first line says this: `Customer`, `New work item`. */
  static async of(workbench: Workbench, caption: string): Promise<RecordPage> {
    const frame = await workbench.webview('.page .identifier', new RegExp(`^${caption}$`));
    await frame.locator('.name-input').waitFor();
    return new RecordPage(frame);
  }

  get name(): Locator {
    return this.frame.locator('.name-input');
  }

  field(name: string): Locator {
    return this.frame.locator(`[data-field="${name}"]`);
  }

  /** What stands at a field as wrong with it. */
  problem(name: string): Locator {
    return this.field(name).locator('.field-problem');
  }

  get notice(): Locator {
    return this.frame.getByTestId('notice');
  }

  /** The control of a field that is typed into. */
  typed(name: string): Locator {
    return this.field(name).locator('input.input, textarea');
  }

  /** Chooses by the visible word in a field's list. */
  async choose(field: string, word: string): Promise<void> {
    const place = this.field(field);
    if (!(await place.locator('[role=listbox]').isVisible())) await place.locator('.opener').click();
    await place.locator('[role=option]', { hasText: word }).first().click();
  }

  /** Ctrl+S, with the focus in the page. */
  async save(): Promise<void> {
    await this.name.focus();
    await this.frame.page().keyboard.press('Control+s');
  }

  /** Resolves when nothing is unsent any more. */
  async saved(): Promise<void> {
    await this.frame.locator('[data-testid=save][aria-disabled=true]').waitFor();
    await this.frame.locator('[data-touched=true]').first().waitFor({ state: 'detached' });
  }
}
