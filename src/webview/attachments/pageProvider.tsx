// Provides the page context, and accepts pasted and dropped files on the whole page.
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { PageContext } from '../pageContext.ts';
import type { PageStore } from '../pageStore.ts';
import { listenToFiles } from './files.ts';
import { PictureLoader } from './pictureLoader.ts';

interface PageProviderProps {
  readonly page: PageStore;
  readonly children: ComponentChildren;
}

export function PageProvider({ page, children }: PageProviderProps): VNode {
  const contextValue = useMemo(
    () => ({ page, pictures: new PictureLoader((message) => page.sendRequest(message)) }),
    [page],
  );
  useEffect(() => listenToFiles(page), [page]);
  return <PageContext.Provider value={contextValue}>{children}</PageContext.Provider>;
}
