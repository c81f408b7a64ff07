import { type Locale } from './locale';
import { type NineBoxLevel } from './nine-box.data';

/** Every fixed word of the nine-box workbook. */
export interface NineBoxLabels {
  title: string;
  cycle: string;
  department: string;
  jobProfile: string;
  generated: string;
  axes: string;
  performance: Record<NineBoxLevel, string>;
  potential: Record<NineBoxLevel, string>;
  levels: Record<NineBoxLevel, string>;
  columns: readonly [employee: string, score: string, potential: string];
  list: readonly string[];
  empty: string;
}

/** The words of the nine-box workbook in each language. */
export const nineBoxLabels: Record<Locale, NineBoxLabels> = {
  en: {
    title: 'Nine-box',
    cycle: 'Cycle',
    department: 'Department',
    jobProfile: 'Job profile',
    generated: 'Generated',
    axes: 'Potential ↑  Performance →',
    performance: { Low: 'Low performance', Medium: 'Medium performance', High: 'High performance' },
    potential: { Low: 'Low potential', Medium: 'Medium potential', High: 'High potential' },
    levels: { Low: 'Low', Medium: 'Medium', High: 'High' },
    columns: ['Employee', 'Score', 'Potential'],
    list: ['Employee', 'Average score', 'Potential score', 'Potential level', 'Box', 'Quadrant', 'Not placed because'],
    empty: 'Nobody of this selection can be placed yet.',
  },
  es: {
    title: 'Nine-box',
    cycle: 'Ciclo',
    department: 'Departamento',
    jobProfile: 'Perfil de puesto',
    generated: 'Generado',
    axes: 'Potencial ↑  Desempeño →',
    performance: { Low: 'Desempeño bajo', Medium: 'Desempeño medio', High: 'Desempeño alto' },
    potential: { Low: 'Potencial bajo', Medium: 'Potencial medio', High: 'Potencial alto' },
    levels: { Low: 'Bajo', Medium: 'Medio', High: 'Alto' },
    columns: ['Empleado', 'Nota media', 'Potencial'],
    list: [
      'Empleado',
      'Nota media',
      'Nota de potencial',
      'Nivel de potencial',
      'Caja',
      'Cuadrante',
      'Sin ubicar porque',
    ],
    empty: 'Aún no se puede ubicar a nadie de esta selección.',
  },
};
