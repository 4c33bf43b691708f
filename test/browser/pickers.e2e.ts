// End-to-end tests of pickers of records, and of the confirmation before a project is deleted.
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { RecordPage } from './recordPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, readFromServer, runCommandOfKind, step, waitUntilServerHas } from './steps.ts';

/** Creates `count` records; `body` returns the request body for each number. */
async function createRecords(
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
  'the user loads more rows in pickers, undoes a removal, and types the name of a project to delete the project',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const initiatives = (await readFromServer(fixture, 'initiatives/')).results ?? [];
    const initiative = String(initiatives.find(({ name }) => name === 'Know where every parcel is')?.['id']);
    const projectNames = async (): Promise<string[]> =>
      ((await readFromServer(fixture, `initiatives/${initiative}/projects/`)).results ?? [])
        .map(({ name }) => String(name))
        .sort();
    expect(await projectNames()).toEqual(['Atlas Web', 'Courier API']);
    await createRecords(fixture, 'projects/', 105, (number) => ({ name: `Depot ${number}`, identifier: `D${number}` }));
    const projectCount = Number(
      (await readFromServer(fixture, 'projects/'))['total_results'] ??
        (await readFromServer(fixture, 'projects/'))['total_count'],
    );
    expect(projectCount).toBeGreaterThan(100);
    await openContrail(fixture, /^Depot \d+/);

    await step('the row that loads more stays visible while the user types', async () => {
      await workbench.runCommand('Contrail: Show Overview…');
      await quickInput.waitUntilShown('Show Overview');
      await quickInput.type('Field Notes');
      await quickInput.row(`Load more (100 of ${projectCount} loaded)`).waitFor();
      await workbench.screenshot('pickers/overview-more');
      await quickInput.escape();
    });

    await step(
      'the user unchecks a record after another page was loaded, which removes the record until an undo',
      async () => {
        await workbench.view('Initiatives').open();
        await workbench
          .view('Initiatives')
          .row('Know where every parcel is')
          .pickFromMenu('Add Projects to Initiative…');
        await quickInput.waitUntilShown('Projects of Know where every parcel is');
        await quickInput.button('Load More').click();
        // A row that is unchecked in the moment in which VS Code shows the next page is checked again.
        await quickInput.button('Load More').waitFor({ state: 'hidden' });
        await quickInput.type('Courier');
        await quickInput.row(/Courier API.*already added/).waitFor();
        await quickInput.row('Courier API').click();
        await workbench.screenshot('pickers/unchecked');
        await quickInput.accept();
        await workbench.toast('Removed 1 project from Know where every parcel is.');
        expect(await projectNames()).toEqual(['Atlas Web']);
        await workbench.clickToast('Removed 1 project from', 'Undo');
        await until('the project to be there again', async () => (await projectNames()).includes('Courier API'));
      },
    );

    await step('a project is deleted only after the user has typed its name', async () => {
      await runCommandOfKind(fixture, 'Edit Project…');
      await quickInput.waitUntilShown();
      await quickInput.type('Courier');
      await quickInput.row('Courier API').waitFor();
      await quickInput.pick('Courier API');
      await RecordPage.waitFor(workbench, 'Project');
      await workbench.runCommand('Contrail: Delete…');
      await workbench.dialog.getByText('Delete the project “Courier API”?').waitFor();
      await workbench.answerDialog('Delete…');
      await quickInput.waitUntilShown('Delete Project “Courier API”');
      await quickInput.type('courier');
      await quickInput.message('The text does not match “Courier API”.');
      await workbench.screenshot('pickers/delete-project');
      await quickInput.accept('Courier API');
      await workbench.tab('Courier API').waitFor({ state: 'detached' });
      await waitUntilServerHas(
        fixture,
        `projects/${sample.project('API')}/`,
        ({ error }) => error === 'The requested resource does not exist.',
      );
    });
    expect(workbench.errors).toEqual([]);
  },
  // The server has no rate limit, because the test creates many projects. The test has its own window, which must not
  // read the list of projects before they are created.
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 }, ownWindow: true },
);
