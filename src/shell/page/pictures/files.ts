// Sends pasted and dropped files to the host to attach them, up to a size limit.
import * as l10n from '@vscode/l10n';
import type { PageStore } from '../model/pageStore.ts';

/** The largest file that is sent in one message. The host's file dialog accepts larger files. */
const MAX_FILE_BYTES = 25 * 1024 * 1024;

/**
 * Returns the files of a paste or a drop. Returns an empty list if the data also contains text: spreadsheets copy cells
 * as text and as a picture.
 */
export function filesIn(transfer: DataTransfer | null): readonly File[] {
  if (transfer === null || transfer.getData('text/plain') !== '') return [];
  return [...transfer.files];
}

/** Returns the file's name. Generates one for a picture from the clipboard, whose name is `image.png` or empty. */
function fileNameOf(file: File): string {
  if (file.name !== '' && file.name !== 'image.png') return file.name;
  const extension = /^image\/(\w+)/.exec(file.type)?.[1] ?? 'bin';
  const timestamp = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return `${l10n.t('Image {0}', timestamp)}.${extension}`;
}

/**
 * Sends the file to the host. Resolves with the attachment's id, or with undefined when the file is too large or the
 * upload failed. A file that is too large is reported on the page.
 */
export async function attachFile(page: PageStore, file: File): Promise<string | undefined> {
  const name = fileNameOf(file);
  if (file.size > MAX_FILE_BYTES) {
    page.showError(l10n.t('{0} is larger than 25 MB. Attach it with Attach Files… instead.', name));
    return undefined;
  }
  const { asset } = await page.sendRequest({
    type: 'attachBytes',
    name,
    mediaType: file.type,
    bytes: await file.arrayBuffer(),
  });
  return asset;
}

/**
 * Attaches files that are pasted or dropped anywhere on the page and that no inner element has handled. Returns a
 * function that removes the listeners.
 */
export function listenToFiles(page: PageStore): () => void {
  const attachFiles = (event: ClipboardEvent | DragEvent, transfer: DataTransfer | null): void => {
    const { model } = page.state;
    const canAttach = model?.discussion !== undefined && model.readOnlyReason === undefined;
    const files = canAttach && !event.defaultPrevented ? filesIn(transfer) : [];
    if (files.length === 0) return;
    event.preventDefault();
    for (const file of files) void attachFile(page, file);
  };
  const onPaste = (event: ClipboardEvent): void => attachFiles(event, event.clipboardData);
  const onDrop = (event: DragEvent): void => attachFiles(event, event.dataTransfer);
  const onDragOver = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
  };
  document.addEventListener('paste', onPaste);
  document.addEventListener('drop', onDrop);
  document.addEventListener('dragover', onDragOver);
  return () => {
    document.removeEventListener('paste', onPaste);
    document.removeEventListener('drop', onDrop);
    document.removeEventListener('dragover', onDragOver);
  };
}
