// End-to-end tests of pickers of records, and of the confirmation before a project is deleted.
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { type Fixture, scenario } from './scenario.ts';
import { askServer, serverHas, signIn } from './steps.ts';

/** Without a rate limit, because the tests create many records. */
const UNLIMITED = { dialects: ['spec'], planeServer: { rate: 0 } } as const;

/** Creates `count` records; `body` returns the request body for each number. */
async function fill(
  { planeServer }: Fixture,
  path: string,
  count: number,
  body: (number: number) => object,
): Promise<void> {
  const url = `${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${path}`;
  const headers = { 'X-API-Key': planeServer.apiKey, 'content-type': 'application/json' };
  const responses = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      fetch(url, { method: 'POST', headers, body: JSON.stringify(body(index + 1)) }),
    ),
  );
  expect(responses.filter(({ ok }) => !ok)).toEqual([]);
}

scenario(
  'pickers load further pages, and find records there that the first page does not contain',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await fill(fixture, 'projects/', 105, (number) => ({ name: `Depot ${number}`, identifier: `D${number}` }));
    const projects = Number(
      (await askServer(fixture, 'projects/'))['total_results'] ??
        (await askServer(fixture, 'projects/'))['total_count'],
    );
    const rest = projects - 100;
    expect(rest).toBeGreaterThan(0);
    await signIn(fixture, undefined, /^Depot \d+/);

    await workbench.runCommand('Contrail: Show Overview…');
    await quickInput.shown('Show Overview');
    await quickInput.type('Load');
    await quickInput.row(`Load ${rest} more`).waitFor();
    await workbench.screenshot('pickers/overview-more');
    await quickInput.pick(`Load ${rest} more`);
    await quickInput.row(`Load ${rest} more`).waitFor({ state: 'detached' });
    await quickInput.type('Field Notes');
    await quickInput.pick('Field Notes');
    await workbench.tab('Overview: Field Notes').waitFor();

    await workbench.runCommand('Contrail: Edit Project…');
    await quickInput.shown('Edit Project');
    await quickInput.type('Atlas');
    await quickInput.pick('Atlas Web');
    await workbench.tab('Atlas Web').waitFor();

    await fill(fixture, 'customers/', 110, (number) => ({ name: `Customer ${number}` }));
    await workbench.runCommand('Contrail: Edit Customer…');
    await quickInput.shown('Edit Customer');
    await quickInput.row('Customer 110').waitFor();
    await quickInput.type('Lantern');
    await quickInput.row(/Load \d+ more/).click();
    await quickInput.row('Lantern Books').waitFor();
    await workbench.screenshot('pickers/customers-more');
    await quickInput.pick('Lantern Books');
    await workbench.tab('Lantern Books').waitFor();
    expect(workbench.errors).toEqual([]);
  },
  UNLIMITED,
);

scenario(
  'records unchecked in a picker are removed, records on no loaded page stay, and the change can be undone',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const initiatives = (await askServer(fixture, 'initiatives/')).results ?? [];
    const initiative = String(initiatives.find(({ name }) => name === 'Know where every parcel is')?.['id']);
    const names = async (): Promise<string[]> =>
      ((await askServer(fixture, `initiatives/${initiative}/projects/`)).results ?? [])
        .map(({ name }) => String(name))
        .sort();
    expect(await names()).toEqual(['Atlas Web', 'Courier API']);
    await fill(fixture, 'projects/', 105, (number) => ({ name: `Depot ${number}`, identifier: `D${number}` }));
    const first = String(
      (await askServer(fixture, 'projects/')).results?.find(({ name }) => /^Depot \d+$/.test(String(name)))?.['name'],
    );
    await signIn(fixture, undefined, /^Depot \d+/);

    const choose = async (): Promise<void> => {
      await workbench.runCommand('Contrail: Add Projects to Initiative…');
      await quickInput.pick('Know where every parcel is');
      await quickInput.shown('Projects of Know where every parcel is');
    };
    await choose();
    await quickInput.type(first);
    await quickInput.row(new RegExp(`^${first}`)).click();
    await workbench.screenshot('pickers/first-page-checked');
    await quickInput.accept();
    await workbench.toast('Added 1 project to Know where every parcel is.');
    expect(await names()).toEqual(['Atlas Web', 'Courier API', first]);
    await workbench.clearToasts();

    await choose();
    await quickInput.button('Load More').click();
    await quickInput.type('Courier');
    await quickInput.row(/Courier API.*already added/).waitFor();
    await quickInput.row('Courier API').click();
    await workbench.screenshot('pickers/unchecked');
    await quickInput.accept();
    await workbench.toast('Removed 1 project from Know where every parcel is.');
    expect(await names()).toEqual(['Atlas Web', first]);
    await workbench.clickToast('Removed 1 project from', 'Undo');
    await until('the project to be there again', async () => (await names()).includes('Courier API'));
    expect(workbench.errors).toEqual([]);
  },
  UNLIMITED,
);

scenario(
  'a project is deleted only after its name was typed',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const view = workbench.view('Projects');
    const isThere = async (): Promise<boolean> =>
      (await askServer(fixture, 'projects/')).results?.some(({ name }) => name === 'Courier API') ?? false;
    await signIn(fixture);
    const ask = async (): Promise<void> => {
      await view.row('Courier API').pickFromMenu('Delete…');
      await workbench.dialog.getByText('Delete the project “Courier API”?').waitFor();
      await workbench.answerDialog('Delete…');
      await quickInput.shown('Delete Project “Courier API”');
    };
    await ask();
    await quickInput.accept('Courier');
    await quickInput.gone();
    expect(await isThere()).toBe(true);
    await ask();
    await quickInput.type('courier');
    await quickInput.message('The text does not match “Courier API”.');
    await workbench.screenshot('pickers/delete-project');
    await quickInput.accept('Courier API');
    await view.row('Courier API').gone();
    await serverHas(fixture, 'projects/', ({ results = [] }) => !results.some(({ name }) => name === 'Courier API'));
    expect(workbench.errors).toEqual([]);
  },
  UNLIMITED,
);

scenario(
  'Enter after a whole identifier selects that work item, not one that starts with it and has a shorter title',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await fill(fixture, `projects/${sample.project('WEB')}/work-items/`, 1, () => ({ name: 'x' }));
    // WEB-29 has the shortest title, WEB-2 has a long title.
    const long = String((await askServer(fixture, 'work-items/WEB-2/'))['name']);
    expect(String((await askServer(fixture, 'work-items/WEB-29/'))['name'])).toBe('x');
    expect(long.length).toBeGreaterThan(10);
    await signIn(fixture);

    // No work item is loaded: Enter waits for the server's response.
    await workbench.runCommand('Contrail: Comment on Work Item…');
    await quickInput.shown('Enter an identifier');
    await quickInput.accept('WEB-29');
    await quickInput.shown('Comment on WEB-29 x');
    await quickInput.escape();

    // All work items are loaded.
    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench
      .view('Projects')
      .row(/^WEB-29 /)
      .shown();
    await workbench.runCommand('Contrail: Comment on Work Item…');
    await quickInput.shown('Enter an identifier');
    await quickInput.type('web-2');
    await quickInput.row('WEB-29').waitFor();
    expect((await quickInput.rows())[0]).toMatch(/^WEB-2, /);
    expect(await quickInput.chosen()).toMatch(/^WEB-2, /);
    await workbench.screenshot('pickers/identifier');
    await quickInput.accept();
    await quickInput.shown(`Comment on WEB-2 ${long}`);
    await quickInput.escape();

    // Enter right after the last letter selects the row for the typed text, not a row of the previous list.
    await workbench.runCommand('Contrail: Change Due Date…');
    await quickInput.shown('Enter an identifier');
    await quickInput.accept('WEB-29');
    await quickInput.shown('Due Date of WEB-29');
    await quickInput.accept('tomorrow');
    await quickInput.gone();
    await serverHas(fixture, 'work-items/WEB-29/', ({ target_date }) => typeof target_date === 'string');

    // After words, Enter selects the first row or the row that the user has focused.
    await workbench.runCommand('Contrail: Comment on Work Item…');
    await quickInput.shown('Enter an identifier');
    await quickInput.type('sign');
    // VS Code filters the previous rows until it receives the rows for the typed text.
    await until('the first row to be focused', async () => {
      const [[first], chosen] = await Promise.all([quickInput.rows(), quickInput.chosen()]);
      return first !== undefined && chosen === first;
    });
    await quickInput.type('WEB-2');
    await quickInput.row('WEB-29').waitFor();
    await workbench.press('ArrowDown');
    const [moved = ''] = (await quickInput.chosen())?.split(',') ?? [];
    expect(moved).toMatch(/^WEB-2\d$/);
    await quickInput.accept();
    await quickInput.shown(`Comment on ${moved}`);
    await quickInput.escape();
    expect(workbench.errors).toEqual([]);
  },
  UNLIMITED,
);
