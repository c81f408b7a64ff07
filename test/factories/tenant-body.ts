import { randomUUID } from 'node:crypto';

/** A body of POST /api/tenants with a slug of its own. */
export function createTenantBody(fields: object = {}): Record<string, unknown> {
  const slug = `t-${randomUUID().slice(0, 13)}`;
  return {
    name: `Tenant ${slug}`,
    slug,
    admin: { email: 'admin@example.test', fullName: 'Ana García', password: 'vivid-otter-parade-41' },
    ...fields,
  };
}
