import type { Language } from '../../shared/comms/notification-texts.rules';

const TEXTS = {
  en: {
    name: 'Left out.txt',
    one: 'One report is missing: the employee was deleted, or is no longer visible to you, while the reports were printed.',
    other: (count: number) =>
      `${count} reports are missing: the employees were deleted, or are no longer visible to you, while the reports were printed.`,
  },
  es: {
    name: 'No incluidos.txt',
    one: 'Falta un informe: se eliminó al empleado, o dejó de estar visible para usted, mientras se imprimían los informes.',
    other: (count: number) =>
      `Faltan ${count} informes: se eliminó a los empleados, o dejaron de estar visibles para usted, mientras se imprimían los informes.`,
  },
};

/** Returns the file that says how many of the requested reports a ZIP does not have. */
export function leftOutNote(count: number, language: Language): { name: string; text: string } {
  const { name, one, other } = TEXTS[language];
  return { name, text: `${count === 1 ? one : other(count)}\n` };
}
