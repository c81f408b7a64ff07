import type { Locale } from '../render/locale';

/** The notes of an export without data. */
interface ExportNotes {
  noAnswers: string;
  noGaps: string;
  noClosedCycle: string;
  unplaced: Record<'NoScore' | 'NoPotential', string>;
}

export const exportNotes: Record<Locale, ExportNotes> = {
  en: {
    noAnswers: 'No evaluation has been submitted yet.',
    noGaps: 'The gaps of this cycle are calculated when it is closed.',
    noClosedCycle: 'There is no closed cycle yet.',
    unplaced: { NoScore: 'No score', NoPotential: 'No potential' },
  },
  es: {
    noAnswers: 'Aún no se ha enviado ninguna evaluación.',
    noGaps: 'Las brechas de este ciclo se calculan al cerrarlo.',
    noClosedCycle: 'Aún no hay ningún ciclo cerrado.',
    unplaced: { NoScore: 'Sin puntuación', NoPotential: 'Sin potencial' },
  },
};
