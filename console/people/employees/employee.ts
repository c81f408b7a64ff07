import type { components, operations } from '../../../build/openapi/internal';

export type Employee = components['schemas']['EmployeeView'];

/** Query parameters of the list. */
export type EmployeeQuery = NonNullable<operations['ListEmployees']['parameters']['query']>;
