/** What a change of an organization shows elsewhere. */
export const TENANT_REFRESHES = ['/api/tenants', '/api/plans/usage/{tenantId}', '/api/dashboards/platform'];
