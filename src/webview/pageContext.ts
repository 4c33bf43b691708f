// Owns what parts of the page that stand deep inside it need of the whole: the way to the host, and pictures.
import { createContext } from 'preact';
import type { PictureLoader } from './attachments/pictureLoader.ts';
import type { PageStore } from './pageStore.ts';

export interface PageParts {
  readonly page: PageStore;
  readonly pictures: PictureLoader;
}

/** Undefined outside of a page. */
export const PageContext = createContext<PageParts | undefined>(undefined);
