import { foldName } from '../../shared/kernel/name-index.rules';
import { EmployeeStatus } from '../../shared/people/employee-status';

/** What HR systems write in the column of the status, in English, Spanish, Portuguese, French and German. */
const WORDS: Readonly<Record<EmployeeStatus, string>> = {
  [EmployeeStatus.Active]:
    'active, employed, current, working, activo, activa, alta, de alta, en activo, ativo, ativa, em atividade, actif, active, en poste, present, aktiv, beschaftigt',
  [EmployeeStatus.OnLeave]:
    'onleave, on leave, leave, leave of absence, on leave of absence, de permiso, permiso, excedencia, en excedencia, baja temporal, baja medica, de baja medica, suspendido, suspendida, licencia, afastado, afastada, de licenca, em licenca, licenca, en conge, conge, suspendu, suspendue, beurlaubt, elternzeit, in elternzeit, abwesend',
  [EmployeeStatus.Terminated]:
    'terminated, left, leaver, former, inactive, dismissed, resigned, retired, baja, de baja, baja definitiva, inactivo, inactiva, cesado, cesada, desligado, desligada, demitido, demitida, inativo, inativa, sorti, sortie, parti, partie, inactif, inactive, ausgeschieden, ausgetreten, inaktiv, gekundigt, austritt',
};

const STATUS_OF: ReadonlyMap<string, EmployeeStatus> = new Map(
  Object.values(EmployeeStatus).flatMap((status) => WORDS[status].split(',').map((word) => [foldName(word), status])),
);

/** Returns the status that a cell names, in whatever case and with or without accents; undefined for an unknown word. */
export function statusNamed(cell: string): EmployeeStatus | undefined {
  return STATUS_OF.get(foldName(cell));
}
