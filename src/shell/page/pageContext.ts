// The context for components deep inside the page: the page store and the picture loader.
import { createContext } from 'preact';
import type { PageStore } from './model/pageStore.ts';
import type { PictureLoader } from './pictures/pictureLoader.ts';

export interface PageContextValue {
  readonly page: PageStore;
  readonly pictures: PictureLoader;
}

/**
 * The context with the page store and the picture loader. It is undefined in a component that is rendered outside of a
 * page, for example in a test.
 */
export const PageContext = createContext<PageContextValue | undefined>(undefined);
