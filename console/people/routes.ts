import { Network, Users } from 'lucide-react';
import type { PageRoute } from '../app/route';

/** The pages of this area; their texts are in `texts/`. */
export const routes: readonly PageRoute[] = [
  {
    path: '/employees',
    title: 'employees',
    permission: 'people:manage',
    scope: 'organization',
    navigation: 'people',
    icon: Users,
    load: () => import('./employees/employees.page').then((page) => page.EmployeesPage),
  },
  {
    path: '/employees/import',
    title: 'employeesImport',
    listedAt: ['/employees'],
    permission: 'people:manage',
    scope: 'organization',
    load: () => import('./employees-import/employees-import.page').then((page) => page.EmployeesImportPage),
  },
  {
    path: '/employees/:id',
    title: 'employees',
    permission: 'people:manage',
    scope: 'organization',
    load: () => import('./employee-page/employee.page').then((page) => page.EmployeePage),
  },
  {
    path: '/departments',
    title: 'departments',
    term: 'departmentHead',
    permission: 'people:manage',
    scope: 'organization',
    navigation: 'people',
    icon: Network,
    load: () => import('./departments/departments.page').then((page) => page.DepartmentsPage),
  },
];
