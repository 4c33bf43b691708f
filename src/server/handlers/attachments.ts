// Owns the answers about the files of a work item: credentials to upload one, its completion, its address, its end.

import { randomBytes } from 'node:crypto';
import { MAX_BODY_BYTES } from '../../contract/limits.ts';
import type { Attachment } from '../../contract/resources/attachment.ts';
import { STATUS } from '../../contract/status.ts';
import { blanks } from '../database/blanks.ts';
import { NEWEST_FIRST } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import { type Database, emptyListQuery } from '../database/store.ts';
import type { Handlers } from '../handler.ts';
import { notFound, Refusal } from '../refusal.ts';
import { isElsewhere } from './comments.ts';
import { make, refuseRepeated } from './crud.ts';
import { touched, workItemIn } from './workItems.ts';

/** Files that may be attached: nothing that a computer runs, and no page. */
const TYPES = [
  /^image\/(?:jpeg|png|gif|svg\+xml|webp|tiff|bmp|x-portable-\w+)$/,
  /^text\/(?:plain|markdown|css|javascript|xml|csv|rtf)$/,
  /^audio\/(?:mpeg|wav|x-wav|ogg|midi|x-midi|aac|flac|x-m4a)$/,
  /^video\/(?:mp4|mpeg|ogg|webm|quicktime|x-msvideo|x-ms-wmv)$/,
  /^model\/gltf(?:-binary|\+json)$/,
  /^font\/(?:ttf|otf|woff2?)$/,
  /^application\/(?:pdf|json|xml|rtf|msword|vnd\.(?:ms-excel|ms-powerpoint|visio)|octet-stream|x-sql)$/,
  /^application\/vnd\.(?:openxmlformats-officedocument|oasis\.opendocument)\.[\w.-]+$/,
  /^application\/(?:(?:x-)?(?:zip|zip-compressed|rar|rar-compressed|tar|gzip|7z-compressed)|vnd\.rar|font-woff)$/,
];
const LISTED = {
  condition: "body ->> '$.is_uploaded' = 1 AND body ->> '$.is_deleted' = 0 AND body ->> '$.entity_type' = 'ISSUE_ATTACHMENT'",
  values: [],
};

interface Named {
  readonly project_id: string;
  readonly work_item_id: string;
  readonly asset_id: string;
}

/** What is deleted stays in the database, and nobody is shown it. */
function attachmentIn(store: Database, workspace: Workspace, params: Named): Attachment {
  const attachment = store.within('attachment', workItemIn(store, workspace, params).id, params.asset_id);
  if (attachment === undefined || attachment['is_deleted'] === true) throw notFound();
  return attachment;
}

function attachmentOf(store: Database, project: string, id: string): Attachment {
  const attachment = store.get('attachment', id);
  if (attachment === undefined || attachment['is_deleted'] === true || attachment['project'] !== project) throw notFound();
  return attachment;
}

/** Uploads that are not complete are hidden, and so are the pictures of descriptions. */
export const listAttachments: Handlers['listAttachments'] = ({ store, workspace, params, query }) => {
  const item = workItemIn(store, workspace, params);
  return isElsewhere(workspace, item, query) ? emptyListQuery : store.list('attachment', item.id, NEWEST_FIRST, LISTED);
};

/** A size above the limit is not refused here: the policy then lets the object store refuse the file. */
export const createAttachment: Handlers['createAttachment'] = (asked) => {
  const { store, workspace, params, body, caller, objects, origin } = asked;
  const item = workItemIn(store, workspace, params);
  const { name: given, type, size, ...external } = body;
  if (!TYPES.some((allowed) => allowed.test(type))) throw refused('Invalid file type.');
  const name = (given.split(/[/\\]/).at(-1) ?? '').replaceAll('..', '').replace(/^\.+/, '');
  if (name === '') throw refused('Invalid request.');
  refuseRepeated(store, 'attachment', item.id, 'Issue', external);
  const key = `${workspace.id}/${randomBytes(16).toString('hex')}-${name}`;
  const counted = Math.min(size, MAX_BODY_BYTES);
  const blank = { ...blanks.attachment, attributes: { name, type, size: counted }, asset: key, size: counted };
  const owner = { user: caller.id, project: item.project, issue: item.id };
  const attachment = make(asked, 'attachment', item.id, { ...blank, ...owner }, external);
  const place = `/api/assets/v2/workspaces/${workspace.slug}/projects/${params.project_id}/issues/${item.id}/attachments/`;
  return {
    upload_data: objects.offer(origin, key, type, counted),
    asset_id: attachment.id,
    attachment,
    asset_url: `${place}${attachment.id}/`,
  };
};

/** Whatever the body says, the upload is complete; to say so again changes nothing. */
export const completeAttachment: Handlers['completeAttachment'] = ({ store, workspace, params, now }) => {
  const attachment = attachmentIn(store, workspace, params);
  if (attachment.is_uploaded === true) return attachment;
  touched(store, workItemIn(store, workspace, params), now);
  return store.replace('attachment', { ...attachment, is_uploaded: true, updated_at: now });
};

/** Open-source servers give any file of the project, a picture of a description too, whatever work item the path names (API-FACTS J40). */
export const downloadAttachment: Handlers['downloadAttachment'] = ({ store, workspace, params, objects, origin, dialect }) => {
  const { is_uploaded, asset } =
    dialect === 'community' ? attachmentOf(store, params.project_id, params.asset_id) : attachmentIn(store, workspace, params);
  if (is_uploaded !== true) throw refused('The asset is not uploaded.');
  return { location: objects.addressOf(origin, asset ?? '') };
};

export const deleteAttachment: Handlers['deleteAttachment'] = ({ store, workspace, params, now }) => {
  const attachment = attachmentIn(store, workspace, params);
  store.replace('attachment', { ...attachment, is_deleted: true, deleted_at: now, updated_at: now });
  touched(store, workItemIn(store, workspace, params), now);
};

function refused(error: string): Refusal {
  return new Refusal(STATUS.badRequest, { error, status: false });
}
