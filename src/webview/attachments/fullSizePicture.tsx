// Owns the frame around the page's parts: they find the way to the host here, and files may be pasted or dropped
// anywhere within.
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { PageContext } from '../pageContext.ts';
import type { PageStore } from '../pageStore.ts';
import { listenToFiles } from './files.ts';
import { PictureLoader } from './pictureLoader.ts';

interface WholeProps {
  readonly page: PageStore;
  readonly children: ComponentChildren;
}

export function FullSizePicture({ page, children }: WholeProps): VNode {
  const parts = useMemo(() => ({ page, pictures: new PictureLoader((saying) => page.ask(saying)) }), [page]);
  useEffect(() => listenToFiles(page), [page]);
  return <PageContext.Provider value={parts}>{children}</PageContext.Provider>;
}
