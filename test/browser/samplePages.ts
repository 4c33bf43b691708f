// The pages of the sample workspace that tests check and screenshots show, with the command that opens each page.
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { runCommandOfKind } from './steps.ts';

export interface SamplePage {
  /** The caption of the page, which is its first line. */
  readonly caption: string;
  readonly command: string;
  /** The entries to pick in the pickers of the command, in this order. */
  readonly pickedRows: readonly string[];
}

export const RECORD_PAGES: readonly SamplePage[] = [
  { caption: 'Project', command: 'Edit Project…', pickedRows: ['Courier API'] },
  { caption: 'Epic', command: 'Edit Epic…', pickedRows: ['Courier API', 'Webhooks that lose nothing'] },
  { caption: 'Cycle', command: 'Edit Cycle…', pickedRows: ['Atlas Web', 'Board by keyboard'] },
  { caption: 'Module', command: 'Edit Module…', pickedRows: ['Atlas Web', 'Sign-in'] },
  { caption: 'Initiative', command: 'Edit Initiative…', pickedRows: ['Know where every parcel is'] },
  { caption: 'Initiative Label', command: 'Edit Initiative Label…', pickedRows: ['This year'] },
  { caption: 'Teamspace', command: 'Edit Teamspace…', pickedRows: ['Reading room'] },
  { caption: 'Customer', command: 'Edit Customer…', pickedRows: ['Lantern Books'] },
  { caption: 'Customer Property', command: 'Edit Customer Property…', pickedRows: ['Region'] },
  {
    caption: 'Customer Request',
    command: 'Edit Customer Request…',
    pickedRows: ['Lantern Books', 'Two parcels, one order'],
  },
  { caption: 'Sticky', command: 'Edit Sticky…', pickedRows: ['Good word'] },
  { caption: 'New Customer Property', command: 'Create Customer Property…', pickedRows: [] },
];

export const OVERVIEWS: readonly SamplePage[] = [
  { caption: 'Atlas Web', command: 'Show Overview…', pickedRows: ['Atlas Web'] },
  {
    caption: 'Board by keyboard',
    command: 'Show Overview…',
    pickedRows: ['Cycle of a Project', 'Atlas Web', 'Board by keyboard'],
  },
  { caption: 'Know where every parcel is', command: 'Show Overview…', pickedRows: ['Know where every parcel is'] },
];

/** Runs the command and picks the entries. Resolves before the page is loaded. */
export async function openSamplePage(workbench: Workbench, { command, pickedRows: picks }: SamplePage): Promise<void> {
  if (/^(?:Create|Edit|Change) /.test(command)) await runCommandOfKind({ workbench }, command);
  else await workbench.runCommand(`Contrail: ${command}`);
  const { quickInput } = workbench;
  let previousText: string | undefined;
  for (const pick of picks) {
    // A list stays until the next one is shown, and may have a row with the same name.
    await until('the next list', async () => (await quickInput.readText()) !== previousText);
    previousText = await quickInput.readText();
    await quickInput.row(pick).waitFor();
    await quickInput.pick(pick);
  }
}
