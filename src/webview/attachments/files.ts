// Owns files that are pasted or dropped: which of them are meant, how large they may be, and their way to the host.
import type { PageStore } from '../pageStore.ts';

/** The most that is handed over as one message; the host's own dialog takes larger ones. */
const MOST_BYTES = 25 * 1024 * 1024;

/**
 * The files of a paste or a drop; none when it is text that was meant, as when cells of a sheet come with a picture of
 * them.
 */
export function filesIn(transfer: DataTransfer | null): readonly File[] {
  if (transfer === null || transfer.getData('text/plain') !== '') return [];
  return [...transfer.files];
}

/** What was pasted from a screen has no name of its own. */
function nameOf(file: File): string {
  if (file.name !== '' && file.name !== 'image.png') return file.name;
  const ending = /^image\/(\w+)/.exec(file.type)?.[1] ?? 'bin';
  const moment = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return `Picture ${moment}.${ending}`;
}

/** Hands the file to the host. Gives the id of what was attached; what went wrong is said by the page. */
export async function attachFile(page: PageStore, file: File): Promise<string | undefined> {
  const name = nameOf(file);
  if (file.size > MOST_BYTES) {
    page.refuse(`${name} is larger than 25 MB, which is too much to paste or drop. Use Attach Files… instead.`);
    return undefined;
  }
  const { asset } = await page.ask({ say: 'attachBytes', name, type: file.type, bytes: await file.arrayBuffer() });
  return asset;
}

/**
 * Takes files that are pasted or dropped anywhere on the page where nobody nearer has taken them. Returns how to stop.
 */
export function listenToFiles(page: PageStore): () => void {
  const take = (event: ClipboardEvent | DragEvent, transfer: DataTransfer | null): void => {
    const files = event.defaultPrevented || !page.state.model?.discussion ? [] : filesIn(transfer);
    if (files.length === 0) return;
    event.preventDefault();
    for (const file of files) void attachFile(page, file);
  };
  const paste = (event: ClipboardEvent): void => take(event, event.clipboardData);
  const drop = (event: DragEvent): void => take(event, event.dataTransfer);
  const allow = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
  };
  document.addEventListener('paste', paste);
  document.addEventListener('drop', drop);
  document.addEventListener('dragover', allow);
  return () => {
    document.removeEventListener('paste', paste);
    document.removeEventListener('drop', drop);
    document.removeEventListener('dragover', allow);
  };
}
