// Names that the other extensions share with the tests that install them.

/** The environment variable with the URL of the proxy that an extension sets for itself. */
export const ownProxyVariable = 'CONTRAIL_NEIGHBOUR_PROXY';

/** The host that is exempt from the proxy of the settings. */
export const unproxied = 'unproxied.neighbour.test';
