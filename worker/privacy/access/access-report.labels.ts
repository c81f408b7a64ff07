import type { Locale } from '../../render/locale';

/** Texts of the page that an access file contains. */
interface AccessReportLabels {
  title: string;
  introduction: string;
  nothing: string;
  evaluations: string;
  comments: string;
  withheld: string;
  written: string;
  files: string;
  auditLog: string;
}

export const accessReportLabels: Record<Locale, AccessReportLabels> = {
  en: {
    title: 'Personal data',
    introduction:
      'This is everything that the evaluation service stores about you. data.json has the same content for programs, and the folder “files” has your files.',
    nothing: 'Nothing is stored.',
    evaluations: 'Evaluations about you',
    comments: 'Comments about you',
    withheld: 'Comments that were withheld, with the reasons',
    written: 'What you wrote about others',
    files: 'Files',
    auditLog: 'What you did, and what was changed about you',
  },
  es: {
    title: 'Datos personales',
    introduction:
      'Esto es todo lo que el servicio de evaluación guarda sobre usted. data.json tiene el mismo contenido para programas, y la carpeta «files» contiene sus archivos.',
    nothing: 'No se guarda nada.',
    evaluations: 'Evaluaciones sobre usted',
    comments: 'Comentarios sobre usted',
    withheld: 'Comentarios retenidos, con los motivos',
    written: 'Lo que usted ha escrito sobre otras personas',
    files: 'Archivos',
    auditLog: 'Lo que usted ha hecho y lo que se ha cambiado sobre usted',
  },
};
