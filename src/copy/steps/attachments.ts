// Copies the attachments of work items, and then replaces the ids of copied images in their descriptions.

import { existingIdOf, type Fault, faultOf, isForbidden, isTemporary } from '../../client/apiError.ts';
import { downloadFile } from '../../client/files/download.ts';
import { STALL_TIMEOUT_MS } from '../../client/files/stallTimeout.ts';
import { uploadFile } from '../../client/files/upload.ts';
import { readAllPages } from '../../core/cache/lists/readAllPages.ts';
import { rewriteReferences } from '../references.ts';
import type { SourceAttachment, SourceItem } from '../source.ts';
import { COPY_EXTERNAL_SOURCE, isCopyOf } from './external.ts';
import type { StepRunner } from './stepRunner.ts';

interface ItemPath {
  readonly project_id: string;
  readonly work_item_id: string;
}

/**
 * Copies the files one by one; the content of the current file is in memory. Files without content are skipped, because
 * servers reject them.
 */
export async function copyAttachments(run: StepRunner, project_id: string): Promise<void> {
  for (const item of run.plan.source.items) {
    const work_item_id = run.targetId('workItem', item.id);
    for (const attachment of item.attachments) {
      const step = { kind: 'attachment', id: attachment.id, name: attachment.name } as const;
      if (work_item_id === undefined) run.skip(step, 'itemNotCopied');
      else if (attachment.size === 0) run.skip(step, 'emptyFile');
      else {
        const path = { project_id, work_item_id };
        await run.perform(step, {
          write: () => transferFile(run, item, attachment, path),
          find: () => findCopiedAttachment(run, attachment.id, path),
          mayFailWith: (fault) => isFaultOfFile(run, fault),
        });
      }
    }
    if (work_item_id !== undefined) await replaceImageIds(run, item, { project_id, work_item_id });
  }
}

/**
 * Whether the fault affects only this file or the object store, which may be another server, so that the copy of the
 * other records can continue.
 */
function isFaultOfFile({ source, target }: StepRunner, fault: Fault): boolean {
  if (fault.kind === 'timeout') return fault.afterMs >= STALL_TIMEOUT_MS;
  if (fault.kind !== 'network') return isForbidden(fault);
  const isPlaneServer = [source, target].some(({ baseUrl }) => new URL(baseUrl).host === fault.host);
  return !isPlaneServer || !isTemporary(fault);
}

/**
 * Resolves with the id of the copied attachment on the target; undefined if it was not copied or its upload is
 * incomplete.
 */
async function findCopiedAttachment(
  { target, options }: StepRunner,
  id: string,
  path: ItemPath,
): Promise<string | undefined> {
  const attachments = await readAllPages((query) => target.call.listAttachments({ ...path, query }, options));
  return attachments.find((one) => isCopyOf(one, id) && one.is_uploaded !== false)?.id;
}

async function transferFile(
  run: StepRunner,
  item: SourceItem,
  { id, name, type }: SourceAttachment,
  path: ItemPath,
): Promise<string> {
  const { source, target, signal } = run;
  const { bytes } = await downloadFile({
    client: source,
    path: { project_id: run.plan.source.id, work_item_id: item.id, asset_id: id },
    urgency: 'background',
    signal,
  });
  const upload = (earlierAssetId?: string): ReturnType<typeof uploadFile> =>
    uploadFile({
      client: target,
      path,
      file: { name, type, bytes },
      external: { source: COPY_EXTERNAL_SOURCE, id },
      urgency: 'background',
      signal,
      earlierAssetId,
    });
  try {
    return (await upload()).asset_id;
  } catch (thrown) {
    // An earlier upload exists, which is incomplete if the list does not contain it.
    const existingId = existingIdOf(faultOf(thrown));
    if (existingId === undefined) throw thrown;
    return (await findCopiedAttachment(run, id, path)) ?? (await upload(existingId)).asset_id;
  }
}

/** Returns the ids of the work item's copied attachments on the target, by their ids in the source. */
export function copiedFileIds(run: StepRunner, { attachments }: SourceItem): ReadonlyMap<string, string> {
  return new Map(
    attachments.flatMap(({ id }) => {
      const targetId = run.targetId('attachment', id);
      return targetId === undefined ? [] : [[id, targetId] as const];
    }),
  );
}

/** Replaces the ids of copied files in the description. */
async function replaceImageIds(run: StepRunner, item: SourceItem, path: ItemPath): Promise<void> {
  const files = copiedFileIds(run, item);
  const users = new Map(Object.entries(run.plan.users));
  const { html } = rewriteReferences(item.html, users, files);
  if (html === rewriteReferences(item.html, users, new Map()).html) return;
  await run.perform(
    { kind: 'images', id: `${item.id}/${files.size}`, name: item.name },
    {
      write: async () => {
        await run.target.call.updateWorkItem({ ...path, body: { description_html: html } }, run.options);
        return '';
      },
    },
  );
}
