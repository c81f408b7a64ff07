import { tenantTokens } from '../../shared/kernel/tenant-token';

const { create, tenantOf } = tenantTokens('evk_');

export const newApiKey = create;

/** Returns the tenant in a key; null when the text is not a key. */
export const tenantOfApiKey = tenantOf;
