// Uploads files one after the other, with progress, cancel and retry.
import * as l10n from '@vscode/l10n';
import { type Fault, faultOf } from '../../client/apiError.ts';
import type { UploadSource } from '../../client/files/upload.ts';
import { formatBytes } from '../../std/formatBytes.ts';
import type { AttachmentsView, ItemAnswer } from '../protocol/item.ts';
import type { ChosenFile, DiscussionDeps } from './deps.ts';
import { typeOfName } from './fileTypes.ts';

interface Upload {
  readonly id: string;
  readonly file: ChosenFile;
  stop: AbortController;
  sent: number;
  fault: Fault | undefined;
  /** Asset that a failed attempt left on the server, which may count it as attached. */
  left?: string;
}

/** Pasted files are kept in memory until they are uploaded. */
const MOST_HELD_BYTES = 100 * 1024 * 1024;

export class Uploads {
  readonly #deps: DiscussionDeps;
  readonly #uploads = new Map<string, Upload>();
  #turn: Promise<unknown> = Promise.resolve();
  #largest: number | undefined;

  constructor(deps: DiscussionDeps) {
    this.#deps = deps;
  }

  view(): Pick<AttachmentsView, 'uploads' | 'largest'> {
    return {
      uploads: [...this.#uploads.values()].map(({ id, file, sent, fault, left }) => ({
        id,
        name: file.name,
        part: sent / file.size,
        progress: l10n.t('{0} of {1}', formatBytes(sent), formatBytes(file.size)),
        ...(fault === undefined ? {} : { problem: failureText(this.#deps.words(fault), left !== undefined) }),
      })),
      ...(this.#largest === undefined ? {} : { largest: formatBytes(this.#largest) }),
    };
  }

  /** Attaches a file. Resolves after the upload; the answer contains the error if it failed. */
  async attach(file: ChosenFile): Promise<ItemAnswer> {
    if (file.size === 0) return { problem: l10n.t('{0} is empty, so there is nothing to attach.', file.name) };
    const held = [...this.#uploads.values()].reduce((sum, one) => sum + one.file.size, 0);
    if (held + file.size > MOST_HELD_BYTES) {
      return {
        problem: l10n.t(
          '{0} was not attached, because too much is being uploaded. Wait for the other files, or cancel some of them.',
          file.name,
        ),
      };
    }
    const upload: Upload = { id: this.#deps.newId(), file, stop: new AbortController(), sent: 0, fault: undefined };
    this.#uploads.set(upload.id, upload);
    return this.#run(upload);
  }

  async retry(id: string): Promise<ItemAnswer> {
    const upload = this.#uploads.get(id);
    if (upload?.fault === undefined) return {};
    upload.fault = undefined;
    upload.sent = 0;
    upload.stop = new AbortController();
    return this.#run(upload);
  }

  /** Cancels a running upload, or removes a failed one. */
  cancel(id: string): void {
    this.#uploads.get(id)?.stop.abort();
    this.#uploads.delete(id);
    this.#deps.changed();
  }

  #run(upload: Upload): Promise<ItemAnswer> {
    const run = this.#turn.then(() => this.#send(upload));
    this.#turn = run.then(over, over);
    this.#deps.changed();
    return run;
  }

  async #send(upload: Upload): Promise<ItemAnswer> {
    const { file, stop } = upload;
    const store = this.#deps.store();
    if (stop.signal.aborted) return {};
    if (store === undefined) {
      this.#uploads.delete(upload.id);
      return { problem: l10n.t('{0} was not attached, because you are signed out.', file.name) };
    }
    try {
      const source: UploadSource = {
        name: file.name,
        type: file.type || typeOfName(file.name),
        size: file.size,
        stream: file.read(),
      };
      const onProgress = (sent: number): void => this.#progress(upload, sent);
      const onLeft = (asset: string): void => {
        upload.left = asset;
      };
      const sending = { file: source, signal: stop.signal, onProgress, earlier: upload.left, onLeft };
      const asset = await store.attachments.upload(this.#deps.address, sending);
      this.#uploads.delete(upload.id);
      return { asset };
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'cancelled' && stop.signal.aborted) return {};
      if (fault.kind === 'rejected' && fault.largest !== undefined) this.#largest = fault.largest;
      upload.fault = fault;
      return { problem: l10n.t('{0} was not attached. {1}', file.name, this.#deps.words(fault)) };
    } finally {
      this.#deps.changed();
    }
  }

  /** Updates the page at most 100 times per file. */
  #progress(upload: Upload, sent: number): void {
    const step = (bytes: number): number => Math.floor((bytes / upload.file.size) * 100);
    const isShown = step(sent) !== step(upload.sent) || sent === upload.file.size;
    upload.sent = sent;
    if (isShown) this.#deps.changed();
  }
}

function failureText(reason: string, mayBeAttached: boolean): string {
  if (!mayBeAttached) return reason;
  const hint = l10n.t(
    'The file may already be attached. If you try again, Contrail removes it first, so it is never attached twice.',
  );
  return `${reason} ${hint}`;
}

/** The error of one upload must not stop the next one. */
function over(): void {}
