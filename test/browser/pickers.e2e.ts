// End-to-end tests of pickers of records, and of the confirmation before a project is deleted.
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { type Fixture, SIGNED_IN, scenario } from './scenario.ts';
import { askServer, openContrail, serverHas } from './steps.ts';

/** Without a rate limit, because the tests create many records. */
const UNLIMITED = { ...SIGNED_IN, dialects: ['spec'], planeServer: { rate: 0 } } as const;

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
  'a picker loads a further page, and finds a record there that the first page does not contain',
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
    await openContrail(fixture, /^Depot \d+/);

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
    expect(workbench.errors).toEqual([]);
  },
  UNLIMITED,
);

scenario(
  'a record that is unchecked in a picker after its next page was loaded is removed, which can be undone',
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
    await openContrail(fixture, /^Depot \d+/);

    await workbench.runCommand('Contrail: Add Projects to Initiative…');
    await quickInput.pick('Know where every parcel is');
    await quickInput.shown('Projects of Know where every parcel is');
    await quickInput.button('Load More').click();
    await quickInput.type('Courier');
    await quickInput.row(/Courier API.*already added/).waitFor();
    await quickInput.row('Courier API').click();
    await workbench.screenshot('pickers/unchecked');
    await quickInput.accept();
    await workbench.toast('Removed 1 project from Know where every parcel is.');
    expect(await names()).toEqual(['Atlas Web']);
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
    await openContrail(fixture);
    await view.row('Courier API').pickFromMenu('Delete…');
    await workbench.dialog.getByText('Delete the project “Courier API”?').waitFor();
    await workbench.answerDialog('Delete…');
    await quickInput.shown('Delete Project “Courier API”');
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
    await openContrail(fixture);

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
