// Finds import cycles: the strongly connected components of a graph (Tarjan's algorithm).

/** Returns every set of nodes that reach each other, each sorted, and every node that points to itself. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];

  const visit = (node: string): number => {
    const at = order.size;
    order.set(node, at);
    open.push(node);
    let low = at;
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === at) {
      const component = open.splice(open.indexOf(node));
      if (component.length > 1 || graph.get(node)?.includes(node) === true) cycles.push(component.sort());
    }
    return low;
  };

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
