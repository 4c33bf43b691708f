// A hook that renders a component again whenever the state of a store changes.
import { useEffect, useState } from 'preact/hooks';

interface Store<State> {
  readonly state: State;
  subscribe(listener: () => void): () => void;
}

export function useStoreState<State>(store: Store<State>): State {
  const [state, setState] = useState(store.state);
  useEffect(() => {
    const unsubscribe = store.subscribe(() => setState(store.state));
    setState(store.state);
    return unsubscribe;
  }, [store]);
  return state;
}
