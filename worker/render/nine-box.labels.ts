import { type Locale } from './locale';
import { type NineBoxLevel } from './nine-box.data';

/** Every fixed text of the nine-box workbook. */
export interface NineBoxLabels {
  title: string;
  cycle: string;
  department: string;
  jobProfile: string;
  generated: string;
  scale: string;
  scaleOf: (min: number, max: number) => string;
  axes: string;
  performance: Record<NineBoxLevel, string>;
  potential: Record<NineBoxLevel, string>;
  levels: Record<NineBoxLevel, string>;
  columns: readonly [employee: string, score: string, potential: string];
  list: readonly string[];
  empty: string;
}

export const nineBoxLabels: Record<Locale, NineBoxLabels> = {
  en: {
    title: 'Nine-box',
    cycle: 'Cycle',
    department: 'Department',
    jobProfile: 'Job profile',
    generated: 'Generated',
    scale: 'Scales',
    scaleOf: (min, max) => `Score ${min} to ${max}, potential 1 to 5`,
    axes: 'Potential ↑  Performance →',
    performance: { Low: 'Low performance', Medium: 'Medium performance', High: 'High performance' },
    potential: { Low: 'Low potential', Medium: 'Medium potential', High: 'High potential' },
    levels: { Low: 'Low', Medium: 'Medium', High: 'High' },
    columns: ['Employee', 'Score', 'Potential'],
    list: ['Employee', 'Average score', 'Potential score', 'Potential level', 'Box', 'Quadrant', 'Reason not placed'],
    empty: 'No one in this selection can be placed yet.',
  },
  es: {
    title: 'Nine-box',
    cycle: 'Ciclo',
    department: 'Departamento',
    jobProfile: 'Perfil de puesto',
    generated: 'Generado',
    scale: 'Escalas',
    scaleOf: (min, max) => `Nota de ${min} a ${max}, potencial de 1 a 5`,
    axes: 'Potencial ↑  Desempeño →',
    performance: { Low: 'Desempeño bajo', Medium: 'Desempeño medio', High: 'Desempeño alto' },
    potential: { Low: 'Potencial bajo', Medium: 'Potencial medio', High: 'Potencial alto' },
    levels: { Low: 'Bajo', Medium: 'Medio', High: 'Alto' },
    columns: ['Empleado', 'Puntuación media', 'Potencial'],
    list: [
      'Empleado',
      'Puntuación media',
      'Puntuación de potencial',
      'Nivel de potencial',
      'N.º de cuadrante',
      'Cuadrante',
      'Motivo',
    ],
    empty: 'Aún no se puede ubicar a nadie de esta selección.',
  },
};
