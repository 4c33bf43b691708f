// Renders the models that the host sends, and moves the focus after the user has switched the account.
import { render } from 'preact';
import type { MessageFromOverview, OverviewModel } from '../../../shell/protocol/overview.ts';
import { OverviewApp } from './overview.tsx';

/**
 * Returns a function that renders the page with a model. The model is undefined until the first model arrives from the
 * host.
 */
export function createOverviewRenderer(
  root: HTMLElement,
  post: (message: MessageFromOverview) => void,
): (model: OverviewModel | undefined) => void {
  let isSwitchingAccount = false;
  const send = (message: MessageFromOverview): void => {
    isSwitchingAccount = message.type === 'switchAccount';
    post(message);
  };
  return (model) => {
    render(<OverviewApp model={model} send={send} />, root);
    // The button that switched the account had the focus and was removed, so the heading gets the focus.
    if (isSwitchingAccount && model?.status === 'ready') {
      isSwitchingAccount = false;
      root.querySelector<HTMLElement>('h1')?.focus();
    }
  };
}
