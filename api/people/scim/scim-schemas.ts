/** The schemas of RFC 7643 that this service supports. */
export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** The messages of RFC 7644. */
export const LIST_MESSAGE = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const ERROR_MESSAGE = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Most users of one page; `count` can be lower. */
export const MAX_COUNT = 200;

const DOCUMENTATION = 'https://www.rfc-editor.org/rfc/rfc7644';

/** The features of this service (RFC 7643, section 5). */
export const SERVICE_PROVIDER_CONFIG = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: DOCUMENTATION,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_COUNT },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that a TenantAdmin creates on the page "Provisioning".',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: '/ServiceProviderConfig' },
};

/** The only resource type (RFC 7643, section 6). */
export const RESOURCE_TYPES = [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'An employee',
    schema: USER_SCHEMA,
    schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }],
    meta: { resourceType: 'ResourceType', location: '/ResourceTypes/User' },
  },
];

interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex';
  multiValued: boolean;
  description: string;
  required: boolean;
  mutability: 'readWrite' | 'readOnly';
  returned: 'default' | 'always';
  caseExact?: boolean;
  uniqueness?: 'none' | 'server';
  subAttributes?: Attribute[];
}

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
  caseExact: false,
  uniqueness: 'none',
  ...more,
});
const complex = (name: string, description: string, subAttributes: Attribute[], multiValued = false): Attribute => ({
  name,
  type: 'complex',
  multiValued,
  description,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
  subAttributes,
});
const flag = (name: string, description: string): Attribute => ({
  name,
  type: 'boolean',
  multiValued: false,
  description,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
});

const schema = (id: string, name: string, description: string, attributes: Attribute[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema', location: `/Schemas/${id}` },
});

/** The attributes that this service stores (RFC 7643, section 7); others are accepted and ignored. */
export const SCHEMAS = [
  schema(USER_SCHEMA, 'User', 'An employee', [
    text('userName', 'What the person is found by', { required: true, uniqueness: 'server' }),
    text('externalId', 'The id of the person at the identity provider', { caseExact: true }),
    complex('name', 'The name', [
      text('formatted', 'First and last name', { mutability: 'readOnly' }),
      text('givenName', 'First name', { required: true }),
      text('familyName', 'Last name', { required: true }),
    ]),
    text('displayName', 'First and last name; read where name is missing'),
    flag('active', 'False for someone who left'),
    complex(
      'emails',
      'The work email, which the person signs in with',
      [
        text('value', 'The address', { uniqueness: 'server' }),
        text('type', 'work'),
        flag('primary', 'Whether it is the main address'),
      ],
      true,
    ),
    text('title', 'The name of a job profile; an unknown one is left empty'),
  ]),
  schema(ENTERPRISE_SCHEMA, 'EnterpriseUser', 'The place in the organization', [
    text('employeeNumber', 'The employee code', { uniqueness: 'server' }),
    text('department', 'The name of the department, which is created when it is unknown'),
    complex('manager', 'The manager', [
      text('value', 'The id of the manager; an unknown manager is linked when they are created'),
      text('$ref', 'The address of the manager', { mutability: 'readOnly' }),
      text('displayName', 'The name of the manager', { mutability: 'readOnly' }),
    ]),
  ]),
];
