// Finds import cycles: the strongly connected components of a graph (Tarjan's algorithm).

/** Returns every group of nodes that can reach each other, sorted by name, and every node that points to itself. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const indexByNode = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  const visit = (node: string): number => {
    const index = indexByNode.size;
    indexByNode.set(node, index);
    stack.push(node);
    let lowestIndex = index;
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (!indexByNode.has(next)) lowestIndex = Math.min(lowestIndex, visit(next));
      else if (stack.includes(next)) lowestIndex = Math.min(lowestIndex, indexByNode.get(next) ?? lowestIndex);
    }
    if (lowestIndex === index) {
      const component = stack.splice(stack.indexOf(node));
      if (component.length > 1 || graph.get(node)?.includes(node) === true) cycles.push(component.sort());
    }
    return lowestIndex;
  };

  for (const node of graph.keys()) if (!indexByNode.has(node)) visit(node);
  return cycles;
}
