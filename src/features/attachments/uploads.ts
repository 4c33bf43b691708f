// Uploads files one after the other, with progress, cancel and retry.
import * as l10n from '@vscode/l10n';
import { type Fault, faultOf } from '../../client/apiError.ts';
import type { UploadSource } from '../../client/files/upload.ts';
import type { AttachmentsView, DiscussionAnswer } from '../../shell/protocol/discussionSections.ts';
import type { ChosenFile, DiscussionDeps } from '../../shell/sections/sectionDeps.ts';
import { formatBytes } from '../../std/formatBytes.ts';
import { typeOfName } from './fileTypes.ts';

interface Upload {
  readonly id: string;
  readonly file: ChosenFile;
  controller: AbortController;
  sent: number;
  fault: Fault | undefined;
  /** Id of the asset that a failed attempt left on the server. The server may list it as an attached file. */
  undeletedAsset?: string;
}

/** Maximum total size of the listed uploads. Pasted files stay in memory until they are uploaded. */
const MAX_PENDING_BYTES = 100 * 1024 * 1024;

export class Uploads {
  readonly #deps: DiscussionDeps;
  readonly #uploads = new Map<string, Upload>();
  #lastUpload: Promise<unknown> = Promise.resolve();
  #maxFileBytes: number | undefined;

  constructor(deps: DiscussionDeps) {
    this.#deps = deps;
  }

  view(): Pick<AttachmentsView, 'uploads' | 'maxFileSize'> {
    return {
      uploads: [...this.#uploads.values()].map(({ id, file, sent, fault, undeletedAsset }) => ({
        id,
        name: file.name,
        part: sent / file.size,
        progress: l10n.t('{0} of {1}', formatBytes(sent), formatBytes(file.size)),
        ...(fault === undefined
          ? {}
          : { problem: failureText(this.#deps.formatError(fault), undeletedAsset !== undefined) }),
      })),
      ...(this.#maxFileBytes === undefined ? {} : { maxFileSize: formatBytes(this.#maxFileBytes) }),
    };
  }

  /** Attaches a file. Resolves after the upload: with the asset's id, or with an error message if the upload failed. */
  async attach(file: ChosenFile): Promise<DiscussionAnswer> {
    if (file.size === 0) return { problem: l10n.t('{0} is empty, so there is nothing to attach.', file.name) };
    const pendingBytes = [...this.#uploads.values()].reduce((sum, upload) => sum + upload.file.size, 0);
    if (pendingBytes + file.size > MAX_PENDING_BYTES) {
      return {
        problem: l10n.t(
          '{0} was not attached, because too much is being uploaded. Wait for the other files, or cancel some of them.',
          file.name,
        ),
      };
    }
    const upload: Upload = {
      id: this.#deps.newId(),
      file,
      controller: new AbortController(),
      sent: 0,
      fault: undefined,
    };
    this.#uploads.set(upload.id, upload);
    return this.#enqueue(upload);
  }

  async retry(id: string): Promise<DiscussionAnswer> {
    const upload = this.#uploads.get(id);
    if (upload?.fault === undefined) return {};
    upload.fault = undefined;
    upload.sent = 0;
    upload.controller = new AbortController();
    return this.#enqueue(upload);
  }

  /** Cancels an upload that is waiting or running, or removes a failed one from the list. */
  cancel(id: string): void {
    this.#uploads.get(id)?.controller.abort();
    this.#uploads.delete(id);
    this.#deps.changed();
  }

  #enqueue(upload: Upload): Promise<DiscussionAnswer> {
    const uploadPromise = this.#lastUpload.then(() => this.#send(upload));
    this.#lastUpload = uploadPromise.then(ignoreResult, ignoreResult);
    this.#deps.changed();
    return uploadPromise;
  }

  async #send(upload: Upload): Promise<DiscussionAnswer> {
    const { file, controller } = upload;
    const store = this.#deps.store();
    if (controller.signal.aborted) return {};
    if (store === undefined) {
      this.#uploads.delete(upload.id);
      return { problem: l10n.t('{0} was not attached, because you are signed out.', file.name) };
    }
    try {
      const uploadSource: UploadSource = {
        name: file.name,
        type: file.type || typeOfName(file.name),
        size: file.size,
        stream: file.read(),
      };
      const onProgress = (sent: number): void => this.#reportProgress(upload, sent);
      const onDeleteFailed = (asset: string): void => {
        upload.undeletedAsset = asset;
      };
      const uploadRequest = {
        file: uploadSource,
        signal: controller.signal,
        onProgress,
        earlierAssetId: upload.undeletedAsset,
        onDeleteFailed,
      };
      const asset = await store.attachments.upload(this.#deps.address, uploadRequest);
      this.#uploads.delete(upload.id);
      return { asset };
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'cancelled' && controller.signal.aborted) return {};
      if (fault.kind === 'rejected' && fault.maxBytes !== undefined) this.#maxFileBytes = fault.maxBytes;
      upload.fault = fault;
      return { problem: l10n.t('{0} was not attached. {1}', file.name, this.#deps.formatError(fault)) };
    } finally {
      this.#deps.changed();
    }
  }

  /** Stores the number of sent bytes. Updates the page only if the percentage has changed or all bytes are sent. */
  #reportProgress(upload: Upload, sent: number): void {
    const percentOf = (bytes: number): number => Math.floor((bytes / upload.file.size) * 100);
    const hasPercentChanged = percentOf(sent) !== percentOf(upload.sent) || sent === upload.file.size;
    upload.sent = sent;
    if (hasPercentChanged) this.#deps.changed();
  }
}

function failureText(reason: string, mayBeAttached: boolean): string {
  if (!mayBeAttached) return reason;
  const hint = l10n.t(
    'The file may already be attached. If you try again, Contrail removes it first, so it is never attached twice.',
  );
  return `${reason} ${hint}`;
}

/** Ignores the result, so that the next upload starts even after a failed upload. */
function ignoreResult(): void {}
