/** A department of the demo company; the tree is given by codes. */
export interface DemoDepartment {
  code: string;
  name: string;
  parentCode: string | null;
  /** Employees in it, its head included. */
  size: number;
  /** Job profile of those who lead no one. */
  staffProfile: string;
}

/** The 14 departments of the large demo company, parents first; together they have 600 employees. */
export const DEMO_DEPARTMENTS: readonly DemoDepartment[] = [
  { code: 'DIR', name: 'Dirección General', parentCode: null, size: 4, staffProfile: 'COR' },
  { code: 'TEC', name: 'Technology', parentCode: 'DIR', size: 4, staffProfile: 'COR' },
  { code: 'ENG', name: 'Ingeniería de Software', parentCode: 'TEC', size: 150, staffProfile: 'SWE' },
  { code: 'DAT', name: 'Data & Analytics', parentCode: 'TEC', size: 45, staffProfile: 'DAN' },
  { code: 'PRO', name: 'Product & Design', parentCode: 'TEC', size: 40, staffProfile: 'PDM' },
  { code: 'ITS', name: 'IT & Security', parentCode: 'TEC', size: 35, staffProfile: 'SWE' },
  { code: 'COM', name: 'Comercial', parentCode: 'DIR', size: 4, staffProfile: 'COR' },
  { code: 'VEN', name: 'Ventas', parentCode: 'COM', size: 90, staffProfile: 'AEX' },
  { code: 'MKT', name: 'Marketing', parentCode: 'COM', size: 30, staffProfile: 'MKT' },
  { code: 'CUS', name: 'Customer Success', parentCode: 'COM', size: 60, staffProfile: 'CSM' },
  { code: 'OPS', name: 'Operaciones', parentCode: 'DIR', size: 40, staffProfile: 'OPS' },
  { code: 'LOG', name: 'Logística', parentCode: 'OPS', size: 55, staffProfile: 'OPS' },
  { code: 'FIN', name: 'Finanzas y Administración', parentCode: 'DIR', size: 28, staffProfile: 'COR' },
  { code: 'PER', name: 'Personas y Cultura', parentCode: 'DIR', size: 15, staffProfile: 'COR' },
];

const SMALL_SIZES: ReadonlyMap<string, number> = new Map([
  ['DIR', 2],
  ['ENG', 15],
  ['DAT', 4],
  ['VEN', 8],
  ['CUS', 5],
  ['OPS', 4],
  ['PER', 2],
]);

/** The 7 departments of the small demo company, all below the first; together they have 40 employees. */
export const SMALL_DEPARTMENTS: readonly DemoDepartment[] = DEMO_DEPARTMENTS.flatMap((department) => {
  const size = SMALL_SIZES.get(department.code);
  return size === undefined ? [] : [{ ...department, parentCode: department.parentCode && 'DIR', size }];
});
