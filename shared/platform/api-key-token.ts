import { tenantTokens } from './tenant-token';

const { create, tenantOf } = tenantTokens('evk_');

/** A new key of the public API. */
export const newApiKey = create;

/** The tenant that a key names; null when the text is no key. */
export const tenantOfApiKey = tenantOf;
