// Provides the page context, and accepts pasted and dropped files on the whole page.
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { PageStore } from '../../../shell/page/model/pageStore.ts';
import { PageContext } from '../../../shell/page/pageContext.ts';
import { listenToFiles } from '../../../shell/page/pictures/files.ts';
import { PictureLoader } from '../../../shell/page/pictures/pictureLoader.ts';
import { TimeUpdates } from '../../../shell/page/time.tsx';

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
  return (
    <PageContext.Provider value={contextValue}>
      <TimeUpdates>{children}</TimeUpdates>
    </PageContext.Provider>
  );
}
