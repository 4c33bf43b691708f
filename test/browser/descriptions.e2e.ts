// An end-to-end test of editing a description: with the keyboard, and with all kinds of content that stay unchanged.
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import stored from '../unit/webview/descriptions/documents.json' with { type: 'json' };
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, step, waitUntilServerHas } from './steps.ts';

const ITEM_PATH = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 28)}/`;

/** The names of stored descriptions whose content the test appends below the line that it edits. */
const NAMES = [
  'a feature with everything',
  'a bug report',
  'a callout with a list and code',
  'tasks on lines of their own',
  'a table of another editor',
  'lists in cells',
  'unknown elements around blocks',
  'marks that cross',
  'marks in themselves',
  'old and rare marks',
  'ruby and direction',
  'ids on everything',
  'code without a code element',
  'definitions',
  'details',
  'white space of all kinds',
  'zero width and friends',
  'languages',
  'emoji',
  'line breaks',
  'from a document',
  'from Markdown',
] as const;

/** Resolves with the stored description. If `description` is set, stores it first. */
async function storeAndReadDescription({ planeServer }: Fixture, description?: string): Promise<string> {
  const response = await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${ITEM_PATH}`, {
    method: description === undefined ? 'GET' : 'PATCH',
    headers: { 'X-API-Key': planeServer.apiKey, 'Content-Type': 'application/json' },
    ...(description === undefined ? {} : { body: JSON.stringify({ description_html: description }) }),
  });
  expect(response.status).toBe(200);
  const record = (await response.json()) as { readonly description_html: string };
  return record.description_html;
}

scenario(
  'typing a letter changes nothing else in a description; shortcuts format its text, and undo reverts one change',
  async (fixture) => {
    const { workbench } = fixture;
    const parts = NAMES.map((name) => stored[name]);
    const htmlBefore = await storeAndReadDescription(
      fixture,
      `<div><p id="typed-in">typed here</p>${parts.join('\n')}</div>`,
    );
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').expand();
    const page = await openItem(fixture, 'WEB-28');
    const line = page.description.locator('p', { hasText: 'typed here' });
    await line.click();
    await workbench.press('End');
    await workbench.page.keyboard.type('q');
    await page.description.getByText('typed hereq').waitFor();
    await workbench.screenshot('descriptions/typed');
    await page.save();
    await page.waitUntilSent();

    const htmlAfter = await until('the server to have the letter', async () => {
      const html = await storeAndReadDescription(fixture);
      return html !== htmlBefore && html;
    });
    const isRestUnchanged = await page.frame.evaluate(
      ([one = '', other = '']) => {
        const [loaded, saved] = [one, other].map((html) => new DOMParser().parseFromString(html, 'text/html').body);
        const typedElement = saved?.querySelector('#typed-in');
        if (typedElement) typedElement.textContent = (typedElement.textContent ?? '').replace('q', '');
        return loaded !== undefined && saved !== undefined && loaded.isEqualNode(saved);
      },
      [htmlBefore, htmlAfter],
    );
    expect(isRestUnchanged, `${htmlBefore}\n---\n${htmlAfter}`).toBe(true);

    await step(
      'keyboard shortcuts apply to the text and not to the workbench, and each undo reverts one change',
      async () => {
        const other = await openItem(fixture, 'WEB-27');
        await other.write(other.description, 'First');
        await workbench.press('Enter');
        await workbench.page.keyboard.type('Second');
        await workbench.press('Control+b');
        await workbench.page.keyboard.type(' third');
        await other.description.locator('strong', { hasText: 'third' }).waitFor();
        expect(await workbench.view('Projects').row('Atlas Web').locator.isVisible()).toBe(true);
        await workbench.press('Control+Home');
        await workbench.page.keyboard.type('Zeroth, ');
        await other.description.getByText('Zeroth, First').waitFor();
        await workbench.press('Control+z');
        await other.description.getByText('First', { exact: true }).waitFor();
        expect(await other.description.innerText()).toContain('Second third');
        await workbench.press('Control+y');
        await other.description.getByText('Zeroth, First').waitFor();

        await other.choose('priority', 'Urgent');
        await other.frame.locator('.identifier').click();
        await workbench.press('Control+z');
        await other.field('priority').getByText('High').waitFor();
      },
    );

    await step('the description is edited as Markdown and saved', async () => {
      await openItem(fixture, 'WEB-26');
      await workbench.runCommand('Contrail: Edit Description as Markdown');
      await workbench.tab(/WEB-26.*\.md/).waitFor();
      await workbench.page.locator('.monaco-editor .view-lines').first().click();
      await workbench.press('Control+Home');
      await workbench.page.keyboard.type('Written as **Markdown**');
      await workbench.press('Enter');
      await workbench.press('Enter');
      await workbench.screenshot('descriptions/markdown');
      await workbench.press('Control+s');
      const path = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 26)}/`;
      await waitUntilServerHas(fixture, path, ({ description_html }) =>
        /^<p[^>]*>Written as <strong>Markdown<\/strong><\/p>/.test(String(description_html)),
      );
      const page = await openItem(fixture, 'WEB-26');
      await page.description.locator('strong', { hasText: 'Markdown' }).waitFor();
    });
  },
  SPEC_ONLY_SIGNED_IN,
);
