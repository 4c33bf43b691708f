// Handles requests for the files of a work item: upload, completion, download, deletion.

import { randomBytes } from 'node:crypto';
import { isAcceptedFileType } from '../../contract/attachmentTypes.ts';
import type { Attachment } from '../../contract/resources/attachment.ts';
import { MAX_BODY_BYTES } from '../../contract/schema/limits.ts';
import { STATUS } from '../../contract/status.ts';
import { emptyListQuery } from '../database/database.ts';
import { NEWEST_FIRST } from '../database/orders.ts';
import { HttpError, notFound } from '../http/httpError.ts';
import { isExcludedByFilters } from './comments.ts';
import { getOrThrow, newRecord, rejectRepeatedExternalId } from './crud.ts';
import type { Handlers, TypedRequest } from './handlerTypes.ts';
import { requestedWorkItem, requireWorkItemId, touchWorkItem, type WorkItemParams } from './workItems.ts';

/** Selects the attachments that a list contains. */
const LISTED_ATTACHMENTS = {
  condition:
    "body ->> '$.is_uploaded' = 1 AND body ->> '$.is_deleted' = 0 AND body ->> '$.entity_type' = 'ISSUE_ATTACHMENT'",
  values: [],
};

/** The parameters of a path that names an attachment. */
interface AttachmentParams extends WorkItemParams {
  readonly asset_id: string;
}

/**
 * Returns the attachment that the path names. A deleted attachment stays in the database, but is not found.
 * @throws HttpError 404 if the attachment does not exist or is deleted.
 */
function requestedAttachment(request: TypedRequest<AttachmentParams>): Attachment {
  const attachment = getOrThrow(request.store, 'attachment', requireWorkItemId(request), request.params.asset_id);
  if (attachment['is_deleted'] === true) throw notFound();
  return attachment;
}

/** Returns the attachment that the path names, even if it belongs to another work item of the project. */
function attachmentOfProject({ store, params }: TypedRequest<AttachmentParams>): Attachment {
  const attachment = store.get('attachment', params.asset_id);
  if (attachment === undefined || attachment['is_deleted'] === true || attachment['project'] !== params.project_id)
    throw notFound();
  return attachment;
}

export const attachmentHandlers = {
  /** Omits incomplete uploads, deleted attachments, and the images of descriptions. */
  listAttachments: (request) => {
    const { store, workspace, query } = request;
    const item = requestedWorkItem(request);
    return isExcludedByFilters(workspace, item, query)
      ? emptyListQuery
      : store.list('attachment', item.id, NEWEST_FIRST, LISTED_ATTACHMENTS);
  },

  /** Accepts a size above the limit, but the signed policy makes the object store reject the larger file. */
  createAttachment: (request) => {
    const { store, workspace, params, body, caller, objects, origin } = request;
    const issue = requireWorkItemId(request);
    const { name: sentName, type, size: sentSize, ...external } = body;
    if (!isAcceptedFileType(type)) throw invalidAttachment('Invalid file type.');
    const name = (sentName.split(/[/\\]/).at(-1) ?? '').replaceAll('..', '').replace(/^\.+/, '');
    if (name === '') throw invalidAttachment('Invalid request.');
    rejectRepeatedExternalId(store, 'attachment', issue, 'Issue', external);
    const asset = `${workspace.id}/${randomBytes(16).toString('hex')}-${name}`;
    const size = Math.min(sentSize, MAX_BODY_BYTES);
    const file = { attributes: { name, type, size }, asset, size, user: caller.id, project: params.project_id, issue };
    const attachment = store.insert('attachment', issue, newRecord(request, 'attachment', { ...file, ...external }));
    const folder = `/api/assets/v2/workspaces/${workspace.slug}/projects/${params.project_id}/issues/${issue}/attachments/`;
    return {
      upload_data: objects.signUpload(origin, asset, type, size),
      asset_id: attachment.id,
      attachment,
      asset_url: `${folder}${attachment.id}/`,
    };
  },

  /** Marks the upload as complete, whatever the body contains. Repeating the request has no effect. */
  completeAttachment: (request) => {
    const attachment = requestedAttachment(request);
    if (attachment.is_uploaded === true) return attachment;
    touchWorkItem(request);
    return request.store.replace('attachment', { ...attachment, is_uploaded: true, updated_at: request.now });
  },

  /**
   * Open-source servers return any file of the project, including images of descriptions, whatever work item the path
   * names.
   */
  downloadAttachment: (request) => {
    const { objects, origin, dialect } = request;
    const { is_uploaded, asset } =
      dialect === 'community' ? attachmentOfProject(request) : requestedAttachment(request);
    if (is_uploaded !== true) throw invalidAttachment('The asset is not uploaded.');
    return { location: objects.signedUrl(origin, asset ?? '') };
  },

  /** Clears the external id of the deleted attachment, so that another attachment can have it, as on real servers. */
  deleteAttachment: (request) => {
    const { store, now } = request;
    const deletedFields = {
      is_deleted: true,
      deleted_at: now,
      updated_at: now,
      external_source: null,
      external_id: null,
    };
    store.replace('attachment', { ...requestedAttachment(request), ...deletedFields });
    touchWorkItem(request);
  },
} satisfies Partial<Handlers>;

function invalidAttachment(error: string): HttpError {
  return new HttpError(STATUS.badRequest, { error, status: false });
}
