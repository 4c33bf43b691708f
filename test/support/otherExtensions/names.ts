// Owns what the neighbours and those who put them beside Contrail call the same.

/** The environment variable with the URL of the proxy that a neighbour uses of its own accord. */
export const ownProxyVariable = 'CONTRAIL_NEIGHBOUR_PROXY';

/** Of the settings' proxy these hosts are excepted. */
export const unproxied = 'unproxied.neighbour.test';
