import type { Locale } from '../render/locale';

interface ExportNotes {
  noAnswers: string;
  /** In a report of what its subject will read. */
  notPublished: string;
  noGaps: string;
  noClosedCycle: string;
  unplaced: Record<'NoScore' | 'NoPotential' | 'EstimateLeftOut', string>;
}

export const exportNotes: Record<Locale, ExportNotes> = {
  en: {
    noAnswers: 'No evaluation has been submitted yet.',
    notPublished: 'Not published yet. The subject would read this if the results were published now.',
    noGaps: 'The gaps of this cycle are calculated when it is closed.',
    noClosedCycle: 'There is no closed cycle yet.',
    unplaced: { NoScore: 'No score', NoPotential: 'No potential', EstimateLeftOut: 'Potential only estimated' },
  },
  es: {
    noAnswers: 'Aún no se ha enviado ninguna evaluación.',
    notPublished: 'Aún no se ha publicado. La persona evaluada leería esto si los resultados se publicaran ahora.',
    noGaps: 'Las brechas de este ciclo se calculan al cerrarlo.',
    noClosedCycle: 'Aún no hay ningún ciclo cerrado.',
    unplaced: { NoScore: 'Sin puntuación', NoPotential: 'Sin potencial', EstimateLeftOut: 'Potencial solo estimado' },
  },
};
