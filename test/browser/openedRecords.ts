// The pages of the sample workspace that are checked or photographed one after the other, and how each is opened.
import type { Workbench } from '../support/workbench.ts';
import { runAsKind } from './steps.ts';

export interface OpenedRecord {
  /** The caption of the page, which is its first line. */
  readonly caption: string;
  readonly command: string;
  /** The entries to pick in the pickers of the command, in this order. */
  readonly picks: readonly string[];
}

export const RECORDS: readonly OpenedRecord[] = [
  { caption: 'Project', command: 'Edit Project…', picks: ['Courier API'] },
  { caption: 'Epic', command: 'Edit Epic…', picks: ['Courier API', 'Webhooks that lose nothing'] },
  { caption: 'Cycle', command: 'Edit…', picks: ['Cycle', 'Atlas Web', 'Board by keyboard'] },
  { caption: 'Module', command: 'Edit…', picks: ['Module', 'Atlas Web', 'Sign-in'] },
  { caption: 'Initiative', command: 'Edit Initiative…', picks: ['Know where every parcel is'] },
  { caption: 'Initiative label', command: 'Edit Initiative Label…', picks: ['This year'] },
  { caption: 'Teamspace', command: 'Edit Teamspace…', picks: ['Reading room'] },
  { caption: 'Customer', command: 'Edit Customer…', picks: ['Lantern Books'] },
  { caption: 'Customer property', command: 'Edit Customer Property…', picks: ['Region'] },
  {
    caption: 'Customer request',
    command: 'Edit Customer Request…',
    picks: ['Lantern Books', 'Two parcels, one order'],
  },
  { caption: 'Sticky', command: 'Edit Sticky…', picks: ['Good word'] },
  { caption: 'New Customer Property', command: 'Create Customer Property…', picks: [] },
];

export const OVERVIEWS: readonly OpenedRecord[] = [
  { caption: 'Atlas Web', command: 'Show Overview…', picks: ['Atlas Web'] },
  {
    caption: 'Board by keyboard',
    command: 'Show Overview…',
    picks: ['Cycle of a Project', 'Atlas Web', 'Board by keyboard'],
  },
  { caption: 'Know where every parcel is', command: 'Show Overview…', picks: ['Know where every parcel is'] },
];

/** Runs the command and picks the entries. Resolves before the page is loaded. */
export async function openRecord(workbench: Workbench, { command, picks }: OpenedRecord): Promise<void> {
  if (/^(?:Create|Edit|Change) /.test(command)) await runAsKind({ workbench }, command);
  else await workbench.runCommand(`Contrail: ${command}`);
  for (const pick of picks) {
    await workbench.quickInput.row(pick).waitFor();
    await workbench.quickInput.pick(pick);
  }
}
