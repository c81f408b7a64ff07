import type { PageRoute } from '../app/route';

/** The pages of this area; their texts are in `texts/`. */
export const routes: readonly PageRoute[] = [
  {
    path: '/employees',
    title: 'employees',
    permission: 'people:manage',
    scope: 'organization',
    navigation: 'people',
    load: () => import('./employees/employees.page').then((page) => page.EmployeesPage),
  },
  {
    path: '/employees/import',
    title: 'employeesImport',
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
    permission: 'people:manage',
    scope: 'organization',
    navigation: 'people',
    load: () => import('./departments/departments.page').then((page) => page.DepartmentsPage),
  },
];
