import type { components, operations } from '../../../build/openapi/internal';

export type Employee = components['schemas']['EmployeeView'];

/** What the list is asked for. */
export type EmployeeQuery = NonNullable<operations['ListEmployees']['parameters']['query']>;
